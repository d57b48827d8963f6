import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { NavEntry } from '../../../entities/area.ts';
import { useSummary } from '../../../entities/summary.ts';
import { useLanguage } from '../../../lib/language.ts';
import { isCurrent } from '../shown-links.ts';
import { useLinks } from '../use-links.ts';
import classes from './header.module.css';

interface NavLinksProps {
  menu: NavEntry['menu'];
  className: string | undefined;
  /** How many are shown; all without it. The others take no focus. */
  shown?: number;
}

/** The links of a menu that this user may open. */
export function NavLinks({ menu, className, shown = Number.POSITIVE_INFINITY }: NavLinksProps) {
  const { t } = useTranslation('navigation');
  const language = useLanguage();
  const { pathname } = useLocation();
  const here = pathname.slice(`/${language}/`.length);
  return useLinks(menu).map((entry, place) => (
    <Link
      key={entry.id}
      className={className}
      data-hidden={place >= shown || undefined}
      to={`/${language}/${entry.path}`}
      aria-current={isCurrent(entry, here) ? 'page' : undefined}
    >
      {t(`title.${entry.id}`)}
      <WaitingBadge id={entry.id} />
    </Link>
  ));
}

/** How many tickets or requests for access wait for the user's decision; nothing while there are none. */
function WaitingBadge({ id }: { id: string }) {
  const { t } = useTranslation('shell');
  const { waitingTickets, waitingRequests } = useSummary();
  const label =
    id === 'ticket' && waitingTickets > 0
      ? t('tickets_waiting', { count: waitingTickets })
      : // The requests are in the menu of the administration.
        (id === 'requests' || id === 'account') && waitingRequests > 0
        ? t('requests_waiting', { count: waitingRequests })
        : null;
  if (label === null) return null;
  return (
    <span className={classes.badge} aria-label={label} role="img">
      {id === 'ticket' ? waitingTickets : waitingRequests}
    </span>
  );
}
