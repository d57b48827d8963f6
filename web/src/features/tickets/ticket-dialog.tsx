import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readTicket } from '../../endpoints.ts';
import { ticketsKey } from '../../entities/ticket/tickets.ts';
import { useServices } from '../../lib/services.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailedState, LoadingRows } from '../../ui/list-state.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { TicketFields } from './ticket-fields.tsx';
import { TicketForm } from './ticket-form.tsx';
import { TicketHistory } from './ticket-history.tsx';

/** One ticket with its history, and what the viewer may do with it (spec 3 §2). */
export function TicketDialog({ pk, onClose }: { pk: number; onClose: () => void }) {
  const { t } = useTranslation('tickets');
  const { api } = useServices();
  const [isEditing, setEditing] = useState(false);
  const query = useQuery({
    queryKey: [...ticketsKey, 'detail', pk],
    queryFn: async () => (await api.call(readTicket, { params: { pk: String(pk) } })).objects[0] ?? null,
  });
  const ticket = query.data;
  if (ticket && isEditing) return <TicketForm before={ticket} onClose={() => setEditing(false)} />;
  return (
    <Dialog title={t('title', { number: pk })} size="lg" onClose={onClose}>
      {query.isPending && <LoadingRows rows={6} />}
      {query.isError && (
        <FailedState title={t('failed_ticket')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {ticket && (
        <>
          <TicketFields ticket={ticket} />
          <TicketHistory steps={ticket.history} />
          <TicketActions ticket={ticket} onEdit={() => setEditing(true)} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}
