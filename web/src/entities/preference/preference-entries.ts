import type { Preference, StoredPreference } from '@vigil/shared/contract/http/preferences';

export type PreferenceValue = Preference['value'];

export interface PreferenceWithSyncState {
  readonly value: PreferenceValue;
  /** Of the last change, in milliseconds since 1970. */
  readonly at: number;
  /** Changed here, and not yet stored on the server. */
  readonly isUnsent: boolean;
}

/** What is known of the preferences of one user. */
export type PreferenceEntries = Readonly<Record<string, PreferenceWithSyncState>>;

export const noPreferenceEntries: PreferenceEntries = {};

/** A change of this browser is later than all that it knows, even if its clock is behind that of the server. */
export function withPreferenceChange(
  book: PreferenceEntries,
  change: { key: string; value: PreferenceValue; now: number; isUnsent: boolean },
): PreferenceEntries {
  const { key, value, now, isUnsent } = change;
  return { ...book, [key]: { value, at: Math.max(now, (book[key]?.at ?? 0) + 1), isUnsent } };
}

/** The server has answered to the change that was made at `at`; a later one is still unsent. */
export function markPreferenceSent(
  book: PreferenceEntries,
  key: string,
  at: number,
  stored: StoredPreference | undefined,
): PreferenceEntries {
  const entry = book[key];
  if (entry?.at !== at) return book;
  return { ...book, [key]: { ...entry, at: stored ? Date.parse(stored.updated_at) : at, isUnsent: false } };
}

/**
 * The preferences as the server has them, and the changes of this browser that are later than those.
 * @param changed the keys that were changed or answered while the list was being read, of which it may not know
 */
export function mergeServerList(
  book: PreferenceEntries,
  list: readonly StoredPreference[],
  changed: ReadonlySet<string>,
): PreferenceEntries {
  const isKept = (key: string, entry: PreferenceWithSyncState) =>
    changed.has(key) || (entry.isUnsent && entry.at > storedAt(list.find((one) => one.key === key)));
  const own = Object.entries(book).filter(([key, entry]) => isKept(key, entry));
  const listed = list.map(({ key, value, updated_at }): [string, PreferenceWithSyncState] => [
    key,
    { value: sameValue(book[key]?.value, value), at: Date.parse(updated_at), isUnsent: false },
  ]);
  return Object.fromEntries([...listed, ...own]);
}

const storedAt = (stored: StoredPreference | undefined): number => (stored ? Date.parse(stored.updated_at) : 0);

/** An equal value stays the same object, so that nothing is drawn again. */
const sameValue = (known: PreferenceValue | undefined, value: PreferenceValue): PreferenceValue =>
  known !== undefined && JSON.stringify(known) === JSON.stringify(value) ? known : value;

export const unsentKeys = (book: PreferenceEntries): readonly string[] =>
  Object.entries(book).flatMap(([key, { isUnsent }]) => (isUnsent ? [key] : []));

const PREFIX = 'vigil.preferences.';

/**
 * The name of the copy of a user's preferences in this browser, for the first paint; each user of the browser has one.
 */
export const preferenceCopyKey = (user: number): string => `${PREFIX}${user}`;

/** The preferences in the copy; null without a copy, or with one that cannot be read. */
export function readPreferenceCopy(storage: Storage, user: number): PreferenceEntries | null {
  try {
    const copy: unknown = JSON.parse(storage.getItem(preferenceCopyKey(user)) ?? 'null');
    return isBook(copy) ? copy : null;
  } catch {
    return null;
  }
}

export const writePreferenceCopy = (storage: Storage, user: number, book: PreferenceEntries): void =>
  storage.setItem(preferenceCopyKey(user), JSON.stringify(book));

const isBook = (copy: unknown): copy is PreferenceEntries =>
  typeof copy === 'object' &&
  copy !== null &&
  Object.values(copy).every(
    (entry: Partial<PreferenceWithSyncState> | null) =>
      typeof entry?.at === 'number' && typeof entry.isUnsent === 'boolean',
  );
