import { Alert, Anchor } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { TicketDetail } from '@vigil/shared/contract/http/tickets';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { FactList } from '../../ui/fact-list.tsx';
import { TicketState } from './ticket-state.tsx';

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' · ');

/** What a ticket says. */
export function TicketFactList({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation(['tickets', 'approvals']);
  const time = useTimeFormat();
  const { reqr_appr_mgr: asked, appr_mgr: decider, worker } = ticket;
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('column.state'), <TicketState key="state" state={ticket.state} />],
    [
      t('column.requester'),
      joined(ticket.reqr_user_name || ticket.reqr_user_id, ticket.reqr_user_company, ticket.reqr_user_part),
    ],
    [t('column.requested'), time.minute(ticket.reqr_created_date)],
    [t('column.work'), `${time.minute(ticket.reqr_work_startdate)} – ${time.minute(ticket.reqr_work_enddate)}`],
    [t('field.reason'), ticket.reqr_work_reason],
    [t('column.devices'), ticket.devices.map((device) => device.device_name).join(', ')],
    [t('field.asked'), asked ? joined(asked.name, asked.position, asked.part) : t('approvals:any_administrator')],
    ...(decider ? [[t('field.decider'), joined(decider.name, decider.position, decider.part)] as const] : []),
    ...(worker ? [[t('field.worker'), worker.mgrid] as const] : []),
  ];
  return (
    <>
      {ticket.reveal_url !== null && (
        <Alert icon={<IconKey size={18} stroke={1.7} />} title={t('reveal')} color="blue">
          {t('reveal_text')}{' '}
          <Anchor href={ticket.reveal_url} target="_blank" rel="noopener noreferrer" underline="always" fz="inherit">
            {t('reveal_link')}
          </Anchor>
        </Alert>
      )}
      <FactList facts={facts} />
    </>
  );
}
