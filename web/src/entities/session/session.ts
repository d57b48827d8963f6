import type { Profile } from '@vigil/shared/contract/http/profile';
import { atom } from 'jotai';
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { storageKey } from '../../lib/local-storage-keys.ts';
import { createTokenStorage } from './token-storage.ts';

const tokenStorage = () =>
  createTokenStorage({
    lasting: window.localStorage,
    passing: window.sessionStorage,
    now: Date.now,
    onChange(changed) {
      const listen = ({ storageArea, key }: StorageEvent): void => {
        if (storageArea === window.localStorage) changed(key);
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  });

/** The session token. */
export const tokenAtom = atomWithStorage<string | null>(storageKey.token, null, createJSONStorage(tokenStorage), {
  getOnInit: true,
});

/** Why the last session ended, shown once on the sign-in screen. */
export const sessionEndReasonAtom = atom<string | null>(null);

/** Why this browser is no wall screen any more, shown on the page that takes a code; null where it was none. */
export const unpairReasonAtom = atom<string | null>(null);

/** The ID to fill in next time, if the user chose that. */
export const rememberedIdAtom = atomWithStorage<string>(storageKey.remember, '', undefined, { getOnInit: true });

/** The signed-in user; set before the console is rendered. */
export const profileAtom = atom<Profile | null>(null);
