import { atom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useCallback, useMemo } from 'react';
import { useServices } from '../../lib/services.ts';
import type { PreferenceValue } from './preference-entries.ts';
import { changePreferenceAtom, preferencesAtom } from './preferences.ts';

/** Receives the value of the server, which another browser may have changed; null before the first write. */
type Change = (before: PreferenceValue) => PreferenceValue;

/**
 * A preference that several browsers add to: its value, and a function that changes what the server has now. Until the
 * server has answered, the value is the copy that this browser kept.
 */
export function usePreference(key: string): [PreferenceValue, (change: Change) => void] {
  const { preferences } = useServices();
  const store = useStore();
  const write = useSetAtom(changePreferenceAtom);
  // Of its own, so that a change of another preference renders nothing here.
  const own = useMemo(() => atom((get) => get(preferencesAtom).book[key]?.value ?? null), [key]);
  const value = useAtomValue(own);
  const change = useCallback(
    (next: Change) => {
      const apply = () => write(key, next(store.get(preferencesAtom).book[key]?.value ?? null));
      preferences.refresh().then(apply, apply);
    },
    [key, preferences, store, write],
  );
  return [value, change];
}
