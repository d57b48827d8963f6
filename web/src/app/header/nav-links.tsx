import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import type { NavEntry } from '../../lib/area.ts';
import { isCurrent, linksOf } from '../nav.ts';
import { useNavContext } from '../use-nav-context.ts';
import { TicketBadge } from './ticket-badge.tsx';

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
