import type { NavConditions, NavEntry } from '../../entities/area.ts';
import { areas } from '../areas.ts';

const all = areas.flatMap(({ nav = [] }) => nav);

/** The links of a menu, or of all, that this user may open. */
export const linksOf = (menu: NavEntry['menu'] | undefined, context: NavConditions): NavEntry[] =>
  all.filter((entry) => (menu === undefined || entry.menu === menu) && (entry.shown?.(context) ?? true));

/** Whether an address (without the language) belongs to a link. */
export const isCurrent = (
  { path, prefix = path, isExact = false }: Pick<NavEntry, 'path' | 'prefix' | 'isExact'>,
  here: string,
): boolean =>
  // The lists of `access` have addresses such as `access-history` (spec 3 §1).
  here === prefix ||
  (!isExact && here.startsWith(`${prefix}/`)) ||
  (prefix === 'management/access' && here.startsWith(`${prefix}-`));
