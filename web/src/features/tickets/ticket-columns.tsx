import { Button } from '@mantine/core';
import type { Ticket } from '@vigil/shared/contract/http/tickets';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import type { Column } from '../../ui/data-table.tsx';
import type { TicketSortKey } from './ticket-list.ts';
import { TicketState } from './ticket-state.tsx';
import classes from './tickets.module.css';

const MOST_NAMES = 3;

/** A date is not parted from its time. */
const Moment = ({ children }: { children: ReactNode }) => <span className={classes.moment}>{children}</span>;

const listed = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' · ');

/** @param onOpen called with the number of a ticket */
export function useTicketColumns(onOpen: (ticket: number) => void): readonly Column<Ticket, TicketSortKey>[] {
  const { t } = useTranslation(['tickets', 'approvals']);
  const time = useTimeFormat();
  return [
    { id: 'state', label: t('column.state'), by: 'state', render: ({ state }) => <TicketState state={state} /> },
    {
      id: 'requested',
      label: t('column.requested'),
      by: 'reqr_created_date',
      render: (ticket) => <Moment>{time.minute(ticket.reqr_created_date)}</Moment>,
    },
    {
      id: 'requester',
      label: t('column.requester'),
      by: 'reqr_user_name',
      render: (ticket) => (
        <>
          {ticket.reqr_user_name || ticket.reqr_user_id}
          <small>{listed(ticket.reqr_user_company, ticket.reqr_user_part)}</small>
        </>
      ),
    },
    {
      id: 'work',
      label: t('column.work'),
      by: 'reqr_work_startdate',
      render: (ticket) => (
        <>
          <Moment>{time.minute(ticket.reqr_work_startdate)} –</Moment>{' '}
          <Moment>{time.minute(ticket.reqr_work_enddate)}</Moment>
        </>
      ),
    },
    {
      id: 'devices',
      label: t('column.devices'),
      render: ({ devices }) => (
        <>
          {devices
            .slice(0, MOST_NAMES)
            .map((device) => device.device_name)
            .join(', ')}
          {devices.length > MOST_NAMES && <small>{t('more_devices', { count: devices.length - MOST_NAMES })}</small>}
        </>
      ),
    },
    {
      id: 'approver',
      label: t('column.approver'),
      render: ({ appr_mgr: decider, reqr_appr_mgr: asked }) => {
        const approver = decider ?? asked;
        if (!approver) return t('approvals:any_administrator');
        return (
          <>
            {approver.name}
            <small>{listed(approver.position, approver.part)}</small>
          </>
        );
      },
    },
    {
      id: 'actions',
      label: t('column.actions'),
      labelled: 'hidden',
      width: 110,
      render: ({ id, can }) => {
        const isWaiting = can.approve === 1 || can.reject === 1;
        return (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t(isWaiting ? 'review_ticket' : 'open_ticket', { number: id })}
            onClick={() => onOpen(id)}
          >
            {t(isWaiting ? 'review' : 'details')}
          </Button>
        );
      },
    },
  ];
}
