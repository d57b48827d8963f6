import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readSummary } from '../../endpoints.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { ticketsKey } from '../../entities/ticket/tickets.ts';
import { useServices } from '../../lib/services.ts';
import classes from './header.module.css';

/** How many access tickets wait for the user's decision; nothing while there are none. */
export function TicketBadge() {
  const { t } = useTranslation('shell');
  const { api } = useServices();
  const { viewer } = useViewer();
  const { data: count = 0 } = useQuery({
    queryKey: [...ticketsKey, 'waiting'],
    queryFn: async () => (await api.call(readSummary)).meta.request_ticket,
    enabled: viewer.flags.isApprover,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (count === 0) return null;
  return (
    <span className={classes.badge} aria-label={t('tickets_waiting', { count })} role="img">
      {count}
    </span>
  );
}
