import { loginIdPattern } from '../contract/patterns.ts';
import { preventAutolinks } from './display-name.ts';
import type { NewUserCheckedFields, NewUserProblem } from './new-user.ts';
import { isDisplayName } from './strict-display-name.ts';
import { isTopLevelDomain } from './top-level-domains.ts';

const IP_ADDRESS = /(?:^|[^0-9.])(?:\d{1,3}\.){3}\d{1,3}(?![0-9])/;

/**
 * Whether a text has the ending of a host, whatever follows it, as in `evil.com-shop`: programs that accept no host
 * with the parts after it may link the parts before.
 */
const hasHost = (text: string): boolean =>
  text
    .split('.')
    .slice(1)
    .some((part) => isTopLevelDomain(part) || isTopLevelDomain(part.replace(/-.*$/u, '')));

/** What every mail program takes for an address as a whole; of others, some link the host. */
const PLAIN_EMAIL = /^(?:[\w+-]+\.)*[\w+-]+@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** A first and a last name, as in `mina.kim`: many last names are endings of hosts as well. */
const NAMES = /^[a-z]{2,}\.([a-z]{2,})$/iu;
/** Endings that hosts of the web have, and people do not. */
const WEB_ENDINGS = new Set(
  'ai app biz blog click cloud club co com dev edu gov icu info int io link live me mil mobi net online org page pro pub shop site space store tech top tv us vip web website wiki world xyz zip'.split(
    ' ',
  ),
);
const isFullName = (id: string): boolean => {
  const [, last] = NAMES.exec(id) ?? [];
  return last !== undefined && !WEB_ENDINGS.has(last.toLowerCase());
};

/** Whether mail programs make a link of an ID. An e-mail address opens a new mail at most. */
const becomesMailLink = (id: string): boolean =>
  /\bwww\./iu.test(id) || IP_ADDRESS.test(id) || (!PLAIN_EMAIL.test(id) && id.split('@').some(hasHost));

/**
 * Whether a new user may have this ID. IDs are mailed to addresses that others chose (spec 1 §7), so none may be
 * something to click on, apart from the names of people, which mails break. IDs of before this rule stay valid.
 */
export const isAllowedLoginId = (id: string): boolean =>
  loginIdPattern.test(id) && (isFullName(id) || !becomesMailLink(id));

/** An ID for mails: no link, whenever it was made. Others stay as they are, so that they can be copied. */
export const mailedLoginId = (id: string): string => (becomesMailLink(id) ? preventAutolinks(id) : id);

/**
 * The first of a new user's ID and name that mail programs would make a link of. The list of endings is too long for
 * browsers.
 */
export function linkLikeProblem({ mgrid, name }: Pick<NewUserCheckedFields, 'mgrid' | 'name'>): NewUserProblem | null {
  if (!isAllowedLoginId(mgrid.trim())) return { field: 'mgrid', code: 'invalid_id' };
  return isDisplayName(name.trim()) ? null : { field: 'name', code: 'name_invalid' };
}
