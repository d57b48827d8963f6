import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tickets } from '../../entities/ticket/tickets.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { TicketFactList } from './ticket-fact-list.tsx';
import { TicketForm } from './ticket-form.tsx';
import { TicketHistory } from './ticket-history.tsx';

/** One ticket with its history, and what the viewer may do with it (spec 3 §2). */
export function TicketDialog({ pk, onClose }: { pk: number; onClose: () => void }) {
  const { t } = useTranslation('tickets');
  const [isEditing, setEditing] = useState(false);
  const query = tickets.useOne(pk);
  const ticket = query.data;
  if (ticket && isEditing) return <TicketForm before={ticket} onClose={() => setEditing(false)} />;
  return (
    <Dialog title={t('title', { number: pk })} size="lg" onClose={onClose}>
      <QueryContent query={query} failed={t('failed_ticket')} loading={6}>
        {(shown) => (
          <>
            <TicketFactList ticket={shown} />
            <TicketHistory steps={shown.history} />
            <TicketActions ticket={shown} onEdit={() => setEditing(true)} onClose={onClose} />
          </>
        )}
      </QueryContent>
    </Dialog>
  );
}
