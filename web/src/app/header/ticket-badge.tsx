import { useTranslation } from 'react-i18next';
import { readSummary } from '../../endpoints.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { tickets } from '../../entities/ticket/tickets.ts';
import type { Api } from '../../lib/api.ts';
import classes from './header.module.css';

/** How many access tickets wait for the user's decision; nothing while there are none. */
export function TicketBadge() {
  const { t } = useTranslation('shell');
  const { viewer } = useViewer();
  const waiting = async ({ call }: Api) => (await call(readSummary)).meta.request_ticket;
  const { data: count = 0 } = tickets.useRead(['waiting'], waiting, {
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
