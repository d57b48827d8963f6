import { Anchor, Badge, Button, Checkbox, Table } from '@mantine/core';
import type { Approval } from '@vigil/shared/contract/http/approvals';
import type { ApprovalPk } from '@vigil/shared/contract/ids';
import type { ApprovalStatus } from '@vigil/shared/domain/approval-actions';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { approvalDialogFor, statusOf } from '../../entities/approval/approvals.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { approvalDialog } from '../../entities/approval/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import type { ApprovalListView, SortKey, TabName } from './approval-list.ts';
import { ColumnHead } from '../../ui/column-head.tsx';
import { RowTable } from '../../ui/row-table.tsx';
import classes from './approvals.module.css';

interface Selection {
  selected: ReadonlySet<ApprovalPk>;
  onSelect: (selected: ReadonlySet<ApprovalPk>) => void;
}

interface ApprovalTableProps {
  tab: TabName;
  rows: readonly Approval[];
  view: ApprovalListView;
  /** Null where nothing is done with several at once. */
  selection: Selection | null;
  onSort: (by: SortKey) => void;
}

type Column = 'device' | 'ip' | 'proposed' | 'window' | 'requester' | 'approver' | 'status';
const sortOf: { readonly [C in Column]?: SortKey } = {
  proposed: 'proposal_time',
  window: 'start_time',
  status: 'approve_state',
};
const columnsOf: { readonly [T in TabName]: readonly Column[] } = {
  mine: ['device', 'ip', 'proposed', 'window', 'approver', 'status'],
  decide: ['device', 'ip', 'proposed', 'window', 'requester', 'status'],
  history: ['device', 'ip', 'proposed', 'window', 'requester', 'approver', 'status'],
};

const colours: { readonly [S in ApprovalStatus]: string } = {
  in_progress: 'yellow',
  lapsed: 'gray',
  rejected: 'red',
  approved: 'green',
  ended: 'gray',
  device_deleted: 'gray',
};

const isDecidable = ({ can }: Approval): boolean => can.approve === 1 || can.reject === 1;

/** A table, and on a phone one block for each request. */
export function ApprovalTable({ tab, rows, view, selection, onSort }: ApprovalTableProps) {
  const { t } = useTranslation('approvals');
  const decidable = rows.filter(isDecidable);
  const isAll = decidable.length > 0 && decidable.every(({ pk }) => selection?.selected.has(pk));
  return (
    <RowTable highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {selection && (
            <Table.Th w={36}>
              <Checkbox
                size="xs"
                aria-label={t('select_all')}
                checked={isAll}
                indeterminate={!isAll && decidable.some(({ pk }) => selection.selected.has(pk))}
                onChange={() => selection.onSelect(new Set(isAll ? [] : decidable.map(({ pk }) => pk)))}
              />
            </Table.Th>
          )}
          {columnsOf[tab].map((column) => {
            const key = sortOf[column];
            return (
              <ColumnHead
                key={column}
                label={t(`column.${column}`)}
                sorted={view.by === key ? view.order : null}
                onSort={key === undefined ? null : () => onSort(key)}
              />
            );
          })}
          <Table.Th w={110}>
            <span className="visually-hidden">{t('column.actions')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((approval) => (
          <ApprovalRow key={approval.pk} tab={tab} approval={approval} selection={selection} />
        ))}
      </Table.Tbody>
    </RowTable>
  );
}

function ApprovalRow({ tab, approval, selection }: { tab: TabName; approval: Approval; selection: Selection | null }) {
  const { t } = useTranslation('approvals');
  const language = useLanguage();
  const time = useTimeFormat();
  const openDialog = useSetAtom(openDialogAtom);
  const { pk, device_alias: name, can } = approval;
  const status = statusOf(approval);
  const details = tab === 'mine' ? { ...approval, can: { ...can, approve: 0 as const, reject: 0 as const } } : approval;
  const own = tab === 'mine' && (can.resubmit === 1 || can.renew === 1);
  const cells: { readonly [C in Column]: React.ReactNode } = {
    device:
      approval.device_pk === null ? (
        name
      ) : (
        <Anchor component={Link} to={`/${language}/device/all/${approval.device_pk}`} fz="inherit" fw={550}>
          {name}
        </Anchor>
      ),
    ip: approval.device_pub_ip ?? NO_VALUE,
    proposed: time.minute(approval.proposal_time),
    window: time.period(approval.start_time, approval.end_time),
    requester: <UserName name={approval.requester_name} id={approval.requester_id} />,
    approver:
      approval.approver_pk === null ? (
        t('any_administrator')
      ) : (
        <UserName name={approval.approver_name} id={approval.approver_id} />
      ),
    status: (
      <Badge
        component="button"
        type="button"
        className={classes.status}
        variant="light"
        tt="none"
        color={colours[status]}
        c="var(--mantine-color-text)"
        aria-label={t('details_of', { name, status: t(`status.${status}`) })}
        onClick={() => openDialog(approvalDialog(approvalDialogFor(details)))}
      >
        {t(`status.${status}`)}
      </Badge>
    ),
  };
  const isSelected = selection?.selected.has(pk) === true;
  const toggle = () => {
    if (!selection) return;
    const next = new Set(selection.selected);
    if (!next.delete(pk)) next.add(pk);
    selection.onSelect(next);
  };
  return (
    <Table.Tr bg={isSelected ? 'var(--mantine-primary-color-light)' : ''}>
      {selection && (
        <Table.Td>
          <Checkbox
            size="xs"
            aria-label={t('select', { name, requester: approval.requester_name })}
            checked={isSelected}
            disabled={!isDecidable(approval)}
            onChange={toggle}
          />
        </Table.Td>
      )}
      {columnsOf[tab].map((column) => (
        <Table.Td key={column} data-label={t(`column.${column}`)}>
          {cells[column]}
        </Table.Td>
      ))}
      <Table.Td>
        {own && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => openDialog(approvalDialog({ mode: can.resubmit === 1 ? 'resubmit' : 'renew', approval }))}
          >
            {t(can.resubmit === 1 ? 'change' : 'renew')}
          </Button>
        )}
        {tab === 'decide' && isDecidable(approval) && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => openDialog(approvalDialog(approvalDialogFor(approval)))}
          >
            {t('review')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
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
