import type { NavConditions, NavEntry } from '../../entities/area.ts';
import { areas } from '../areas.ts';

const all = areas.flatMap(({ nav = [] }) => nav);

/** The links of a menu, or of all, that this user may open. */
export const linksOf = (menu: NavEntry['menu'] | undefined, context: NavConditions): NavEntry[] =>
  all
    .filter((entry) => (menu === undefined || entry.menu === menu) && (entry.shown?.(context) ?? true))
    .map((entry) => ({
      ...entry,
      path: (entry.leadsTo && linksOf(entry.leadsTo, context)[0]?.path) ?? entry.pathFor?.(context) ?? entry.path,
    }));

/** Whether an address (without the language) belongs to a link. */
export function isCurrent(
  { path, prefix = path, excluded, isExact = false }: Pick<NavEntry, 'path' | 'prefix' | 'excluded' | 'isExact'>,
  here: string,
): boolean {
  if (excluded !== undefined && `${here}/`.startsWith(`${excluded}/`)) return false;
  if (here === prefix || (!isExact && here.startsWith(`${prefix}/`))) return true;
  // The lists of `access` have addresses such as `access-history` (spec 3 §1).
  return prefix === 'management/access' && here.startsWith(`${prefix}-`);
}
