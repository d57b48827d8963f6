import type { NoticePk } from '@vigil/shared/contract/ids';

/** The preference with the notices that the user has read, in any browser. */
export const READ_NOTICES_PREFERENCE_KEY = 'notice_skip';

/** The newest ones that are remembered; older notices are not the newest of any language any more. */
const MAX_SKIPPED = 200;

const isPk = (value: unknown): value is NoticePk => Number.isSafeInteger(value) && Number(value) > 0;

/** The notices in a stored memory. A value of another form, such as one that an earlier version left, holds none. */
export const skippedNoticesOf = (stored: unknown): readonly NoticePk[] =>
  Array.isArray(stored) ? stored.filter(isPk) : [];

/** A stored memory with more notices in it: unchanged when it holds them all. */
export function withSkippedNotices<T>(stored: T, pks: readonly NoticePk[]): T | NoticePk[] {
  const known = skippedNoticesOf(stored);
  if (pks.every((pk) => known.includes(pk))) return stored;
  return [...new Set([...known, ...pks])].toSorted((a, b) => b - a).slice(0, MAX_SKIPPED);
}
