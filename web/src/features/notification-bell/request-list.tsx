import { IconKey } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { approvalDialogFor, approvalStatusOf } from '../../entities/approval/approvals.ts';
import { approvalDialog } from '../../entities/approval/dialogs.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { ListState } from '../../ui/read-state.tsx';
import type { NewestRequests } from './use-newest-requests.ts';
import classes from './bell.module.css';

export function AccessRequestList({ requests, onLeave }: { requests: NewestRequests; onLeave: () => void }) {
  const { t } = useTranslation(['bell', 'approvals']);
  const time = useTimeFormat();
  const openDialog = useSetAtom(openDialogAtom);
  return (
    <ListState
      query={requests.query}
      rows={requests.list}
      loading={4}
      failed={t('requests_failed')}
      empty={{ title: t('no_requests'), text: t('no_requests_text') }}
    >
      {(rows) => (
        <ul className={classes.list} aria-label={t('label')}>
          {rows.map((approval) => (
            <li key={approval.pk}>
              <button
                type="button"
                className={classes.line}
                onClick={() => {
                  onLeave();
                  openDialog(approvalDialog(approvalDialogFor(approval)));
                }}
              >
                <IconKey size={17} stroke={1.7} className={classes.icon} aria-hidden="true" />
                <span className={classes.what}>
                  <b>{approval.device_alias}</b>
                  <span>
                    {approval.requester_name} · {t(`approvals:status.${approvalStatusOf(approval)}`)}
                  </span>
                </span>
                <time dateTime={approval.proposal_time}>{time.minute(approval.proposal_time)}</time>
              </button>
            </li>
          ))}
        </ul>
      )}
    </ListState>
  );
}
