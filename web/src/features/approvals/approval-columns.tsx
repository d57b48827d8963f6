import { Anchor, Badge, Button, Group } from '@mantine/core';
import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import { problems } from '@vigil/shared/contract/problems';
import type { ApprovalRequestStatus } from '@vigil/shared/domain/approval-actions';
import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { approvalDialogFor, approvalStatusOf } from '../../entities/approval/approvals.ts';
import { approvalDialog } from '../../entities/approval/dialogs.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import type { ApprovalSortKey, TabName } from './approval-list.ts';
import { useWithdrawRequest } from './use-withdraw-request.ts';
import classes from './approvals.module.css';

type Name = 'device' | 'ip' | 'proposed' | 'window' | 'start' | 'end' | 'requester' | 'approver' | 'status' | 'actions';
const sortOf: { readonly [N in Name]?: ApprovalSortKey } = {
  proposed: 'proposal_time',
  window: 'start_time',
  start: 'start_time',
  status: 'approve_state',
};
const namesOf: { readonly [T in TabName]: readonly Name[] } = {
  mine: ['device', 'ip', 'proposed', 'window', 'approver', 'status', 'actions'],
  decide: ['device', 'ip', 'proposed', 'window', 'requester', 'approver', 'status', 'actions'],
  history: ['device', 'ip', 'proposed', 'start', 'end', 'requester', 'approver', 'status', 'actions'],
};

const colours: { readonly [S in ApprovalRequestStatus]: string } = {
  in_progress: 'yellow',
  lapsed: 'gray',
  rejected: 'red',
  approved: 'green',
  ended: 'gray',
  device_deleted: 'gray',
};

export const isDecidable = ({ can }: AccessRequest): boolean => can.approve === 1 || can.reject === 1;

/** The columns of a tab's list. */
export function useApprovalColumns(tab: TabName): readonly Column<AccessRequest, ApprovalSortKey>[] {
  const { t } = useTranslation('approvals');
  const language = useLanguage();
  const time = useTimeFormat();
  const cells: { readonly [N in Name]: (approval: AccessRequest) => ReactNode } = {
    device: ({ device_pk, device_alias: name }) =>
      device_pk === null ? (
        name
      ) : (
        <Anchor component={Link} to={`/${language}/device/all/${device_pk}`} fz="inherit" fw={550}>
          {name}
        </Anchor>
      ),
    ip: ({ device_pub_ip }) => device_pub_ip ?? NO_VALUE,
    proposed: ({ proposal_time }) => time.minute(proposal_time),
    window: ({ start_time, end_time }) => time.period(start_time, end_time),
    start: ({ start_time }) => time.minute(start_time),
    end: ({ end_time }) => time.minute(end_time),
    requester: ({ requester_name: name, requester_id: id }) => <UserName name={name} id={id} />,
    approver: ({ approver_pk, approver_name: name, approver_id: id }) =>
      approver_pk === null ? t('any_administrator') : <UserName name={name} id={id} />,
    status: (approval) => <Status tab={tab} approval={approval} />,
    actions: (approval) => {
      if (tab === 'mine') return <OwnAction approval={approval} />;
      // Of what was decided only an approval can still be withdrawn here.
      if (tab === 'history' && approvalStatusOf(approval) !== 'approved') return null;
      return <ReviewButton approval={approval} />;
    },
  };
  return namesOf[tab].map((name) => ({
    id: name,
    label: t(`column.${name}`),
    render: cells[name],
    ...(sortOf[name] && { by: sortOf[name] }),
    ...(name === 'actions' && { labelled: 'hidden', width: tab === 'mine' ? 180 : 110 }),
  }));
}

/** Opens the details of the request. */
function Status({ tab, approval }: { tab: TabName; approval: AccessRequest }) {
  const { t } = useTranslation('approvals');
  const openDialog = useSetAtom(openDialogAtom);
  const { can, device_alias: name } = approval;
  const status = approvalStatusOf(approval);
  const shown = tab === 'mine' ? { ...approval, can: { ...can, approve: 0 as const, reject: 0 as const } } : approval;
  return (
    <Badge
      component="button"
      type="button"
      className={classes.status}
      variant="light"
      tt="none"
      color={colours[status]}
      c="var(--mantine-color-text)"
      aria-label={t('details_of', { name, status: t(`status.${status}`) })}
      onClick={() => openDialog(approvalDialog(approvalDialogFor(shown)))}
    >
      {t(`status.${status}`)}
    </Badge>
  );
}

function OwnAction({ approval }: { approval: AccessRequest }) {
  const { t } = useTranslation('approvals');
  const openDialog = useSetAtom(openDialogAtom);
  const withdraw = useWithdrawRequest();
  const { can } = approval;
  if (can.resubmit === 0 && can.renew === 0) return null;
  const mode = can.resubmit === 1 ? 'resubmit' : 'renew';
  return (
    <Group gap={6} wrap="nowrap">
      <Button size="compact-xs" variant="default" onClick={() => openDialog(approvalDialog({ mode, approval }))}>
        {t(mode === 'resubmit' ? 'change' : 'renew')}
      </Button>
      {mode === 'resubmit' && (
        <Button size="compact-xs" variant="default" onClick={() => withdraw(approval)}>
          {t('withdraw')}
        </Button>
      )}
    </Group>
  );
}

function ReviewButton({ approval }: { approval: AccessRequest }) {
  const { t } = useTranslation('approvals');
  const openDialog = useSetAtom(openDialogAtom);
  const language = useLanguage();
  const isOwn = approval.waits_for_other === 1 && approvalStatusOf(approval) === 'in_progress';
  if (isOwn)
    return (
      <DisableWithReason reason={problems.own_request[language]}>
        <Button size="compact-xs" variant="default">
          {t('review')}
        </Button>
      </DisableWithReason>
    );
  if (!isDecidable(approval)) return null;
  return (
    <Button size="compact-xs" variant="default" onClick={() => openDialog(approvalDialog(approvalDialogFor(approval)))}>
      {t(approvalStatusOf(approval) === 'approved' ? 'withdraw_approval' : 'review')}
    </Button>
  );
}

function UserName({ name, id }: { name: string; id: string }) {
  return (
    <>
      {name || id}
      {name !== '' && <small>{id}</small>}
    </>
  );
}
