import { IconKey } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { approvalDialogFor, statusOf } from '../../entities/approval/approvals.ts';
import { approvalDialog } from '../../entities/approval/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { FailedState, LoadingRows, EmptyNote } from '../../ui/list-state.tsx';
import classes from './bell.module.css';
import type { Requests } from './use-requests.ts';

export function RequestList({ requests, onLeave }: { requests: Requests; onLeave: () => void }) {
  const { t } = useTranslation(['bell', 'approvals']);
  const time = useTimeFormat();
  const openDialog = useSetAtom(openDialogAtom);
  if (requests.error) {
    return <FailedState title={t('requests_failed')} error={requests.error} onRetry={requests.retry} />;
  }
  if (requests.isPending) return <LoadingRows rows={4} />;
  if (requests.list.length === 0) return <EmptyNote title={t('no_requests')} text={t('no_requests_text')} />;
  return (
    <ul className={classes.list} aria-label={t('label')}>
      {requests.list.map((approval) => (
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
                {approval.requester_name} · {t(`approvals:status.${statusOf(approval)}`)}
              </span>
            </span>
            <time dateTime={approval.proposal_time}>{time.minute(approval.proposal_time)}</time>
          </button>
        </li>
      ))}
    </ul>
  );
}
