import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { readSummary } from '../../endpoints.ts';
import { resource } from '../../entities/resource.ts';
import { useSettings } from '../../entities/session/settings.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { tickets } from '../../entities/ticket/tickets.ts';
import type { Api } from '../../lib/api.ts';
import type { NavContext, NavEntry } from '../../lib/area.ts';
import { useLanguage } from '../../lib/language.ts';
import { isMobileQuery } from '../../lib/layout.ts';
import { isCurrent, linksOf } from '../nav.ts';
import classes from './header.module.css';

interface NavLinksProps {
  menu: NavEntry['menu'];
  className: string | undefined;
}

/** The links of a menu that this user may open. */
export function NavLinks({ menu, className }: NavLinksProps) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { pathname } = useLocation();
  const context = useNavContext();
  const here = pathname.slice(`/${language}/`.length);
  return linksOf(menu, context).map((entry) => (
    <Link
      key={entry.id}
      className={className}
      to={`/${language}/${entry.path}`}
      aria-current={isCurrent(entry, here) ? 'page' : undefined}
    >
      {t(`nav.${entry.id}`)}
      {entry.id === 'ticket' && <TicketBadge />}
    </Link>
  ));
}

const noPolicies = { common_policy: 0, ip_policy: 0 } as const;

const policies = resource({ key: 'policies', list: readSummary, rereadOn: ['policy'] });

function useNavContext(): NavContext {
  const { viewer } = useViewer();
  const settings = useSettings();
  const isMobile = useMediaQuery(isMobileQuery) ?? false;
  const { data } = policies.useList({ staleTime: Number.POSITIVE_INFINITY });
  return { viewer, settings, policies: data?.[0] ?? noPolicies, isMobile };
}

/** How many access tickets wait for the user's decision; nothing while there are none. */
function TicketBadge() {
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
