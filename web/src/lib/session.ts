import type { Profile } from '@vigil/shared/contract/http/session';
import { atom } from 'jotai';
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { storageKey } from './storage.ts';

/** The session token. Kept in local storage, so that signing out in one tab signs out of all. */
export const tokenAtom = atomWithStorage<string | null>(
  storageKey.token,
  null,
  createJSONStorage(() => window.localStorage),
  { getOnInit: true },
);

/** Why the last session ended, shown once on the sign-in screen. */
export const sessionEndAtom = atom<string | null>(null);

/** The ID to fill in next time, when the person asked for that. */
export const rememberedIdAtom = atomWithStorage<string>(storageKey.remember, '', undefined, { getOnInit: true });

/** The signed-in user; set before anything behind the sign-in is rendered. */
export const profileAtom = atom<Profile | null>(null);
