import type { UserPk } from '@vigil/shared/contract/ids';
import { atom, type SetStateAction } from 'jotai';
import { RESET } from 'jotai/utils';
import {
  noPreferenceEntries,
  withPreferenceChange,
  type PreferenceEntries,
  type PreferenceValue,
} from './preference-entries.ts';

export interface PreferencesState {
  /** Null without a session. */
  readonly user: UserPk | null;
  readonly book: PreferenceEntries;
  /** Whether there is a copy of this browser or an answer of the server. */
  readonly isKnown: boolean;
  /** Changes of guests, who may not write, end with the session. */
  readonly isGuest: boolean;
}

export const noPreferences: PreferencesState = {
  user: null,
  book: noPreferenceEntries,
  isKnown: false,
  isGuest: false,
};

/** The preferences of the signed-in user; stored and sent by `createPreferenceSync`. */
export const preferencesAtom = atom(noPreferences);

export const arePreferencesKnownAtom = atom((get) => get(preferencesAtom).isKnown);

export const changePreferenceAtom = atom(null, (get, set, key: string, value: PreferenceValue) => {
  const now = get(preferencesAtom);
  if (value === (now.book[key]?.value ?? null)) return;
  const change = { key, value, now: Date.now(), isUnsent: !now.isGuest };
  set(preferencesAtom, { ...now, book: withPreferenceChange(now.book, change) });
});

/**
 * A choice that follows the user to every browser. A value in another form, such as one of another version, counts as
 * not chosen.
 * @param key of the preference on the server
 */
export function createPreferenceAtom<T extends PreferenceValue>(
  key: string,
  initial: T,
  isValid: (value: unknown) => value is T,
) {
  const own = atom((get): T => {
    const value = get(preferencesAtom).book[key]?.value;
    return isValid(value) ? value : initial;
  });
  return atom(
    (get) => get(own),
    (get, set, change: SetStateAction<T> | typeof RESET) => {
      const next = typeof change === 'function' ? change(get(own)) : change;
      set(changePreferenceAtom, key, next === RESET ? null : next);
    },
  );
}
