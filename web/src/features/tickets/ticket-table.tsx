import { Button, Table } from '@mantine/core';
import type { Ticket } from '@vigil/shared/contract/http/tickets';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import type { SortKey, TicketListView } from './ticket-list.ts';
import { TicketState } from './ticket-state.tsx';
import { ColumnHead } from '../../ui/column-head.tsx';
import { RowTable } from '../../ui/row-table.tsx';
import classes from './tickets.module.css';

const columns = ['state', 'requested', 'requester', 'work', 'devices', 'approver'] as const;
type Column = (typeof columns)[number];

const sortOf: { readonly [C in Column]?: SortKey } = {
  state: 'state',
  requested: 'reqr_created_date',
  requester: 'reqr_user_name',
  work: 'reqr_work_startdate',
};

interface TicketTableProps {
  rows: readonly Ticket[];
  view: TicketListView;
  onSort: (by: SortKey) => void;
  onOpen: (ticket: number) => void;
}

/** A table, and on a phone one block for each ticket (spec 3 §2). */
export function TicketTable({ rows, view, onSort, onOpen }: TicketTableProps) {
  const { t } = useTranslation('tickets');
  return (
    <RowTable highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => {
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
        {rows.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} onOpen={onOpen} />
        ))}
      </Table.Tbody>
    </RowTable>
  );
}

const MOST_NAMES = 3;

/** A date is not parted from its time. */
const Moment = ({ children }: { children: ReactNode }) => <span className={classes.moment}>{children}</span>;

function TicketRow({ ticket, onOpen }: { ticket: Ticket; onOpen: (ticket: number) => void }) {
  const { t } = useTranslation(['tickets', 'approvals']);
  const time = useTimeFormat();
  const { devices, can, appr_mgr: decider, reqr_appr_mgr: asked } = ticket;
  const more = devices.length - MOST_NAMES;
  const approver = decider ?? asked;
  const isWaiting = can.approve === 1 || can.reject === 1;
  const cells: { readonly [C in Column]: ReactNode } = {
    state: <TicketState state={ticket.state} />,
    requested: <Moment>{time.minute(ticket.reqr_created_date)}</Moment>,
    requester: (
      <>
        {ticket.reqr_user_name || ticket.reqr_user_id}
        <small>{[ticket.reqr_user_company, ticket.reqr_user_part].filter((text) => text !== '').join(' · ')}</small>
      </>
    ),
    work: (
      <>
        <Moment>{time.minute(ticket.reqr_work_startdate)} –</Moment>{' '}
        <Moment>{time.minute(ticket.reqr_work_enddate)}</Moment>
      </>
    ),
    devices: (
      <>
        {devices
          .slice(0, MOST_NAMES)
          .map((device) => device.device_name)
          .join(', ')}
        {more > 0 && <small>{t('more_devices', { count: more })}</small>}
      </>
    ),
    approver: approver ? (
      <>
        {approver.name}
        <small>{[approver.position, approver.part].filter((text) => text !== '').join(' · ')}</small>
      </>
    ) : (
      t('approvals:any_administrator')
    ),
  };
  return (
    <Table.Tr>
      {columns.map((column) => (
        <Table.Td key={column} data-label={t(`column.${column}`)}>
          {cells[column]}
        </Table.Td>
      ))}
      <Table.Td>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t(isWaiting ? 'review_ticket' : 'open_ticket', { number: ticket.id })}
          onClick={() => onOpen(ticket.id)}
        >
          {t(isWaiting ? 'review' : 'details')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
