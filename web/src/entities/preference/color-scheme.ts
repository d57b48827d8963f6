import { localStorageColorSchemeManager, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import type { createStore } from 'jotai';
import { storageKey } from '../../lib/local-storage-keys.ts';
import { createPreferenceAtom, preferencesAtom } from './preferences.ts';

const schemes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[];
const isScheme = (value: unknown): value is MantineColorScheme => schemes.some((scheme) => scheme === value);
const isSchemeOrNull = (value: unknown): value is MantineColorScheme | null => value === null || isScheme(value);

const themeAtom = createPreferenceAtom<MantineColorScheme | null>('theme', null, isSchemeOrNull);

/**
 * The colour scheme is a preference of the user. The browser keeps the last one for the pages before the sign-in, but
 * not for another user.
 */
export function createColorSchemeManager(
  store: ReturnType<typeof createStore>,
  storage: Storage,
): MantineColorSchemeManager {
  const local = localStorageColorSchemeManager({ key: storageKey.colorScheme });
  let stop = (): void => undefined;
  return {
    ...local,
    set(scheme) {
      local.set(scheme);
      if (store.get(preferencesAtom).user !== null) store.set(themeAtom, scheme);
    },
    subscribe(onUpdate) {
      local.subscribe(onUpdate);
      let shown = local.get('auto');
      const apply = () => {
        const { user, isKnown } = store.get(preferencesAtom);
        if (user === null || !isKnown) return;
        const isOwn = [null, String(user)].includes(storage.getItem(storageKey.colorSchemeOf));
        storage.setItem(storageKey.colorSchemeOf, String(user));
        const chosen = store.get(themeAtom);
        const scheme = chosen ?? (isOwn ? local.get('auto') : 'auto');
        if (scheme === shown) return;
        shown = scheme;
        local.set(scheme);
        onUpdate(scheme);
      };
      stop = store.sub(preferencesAtom, apply);
      apply();
    },
    unsubscribe() {
      local.unsubscribe();
      stop();
    },
  };
}
