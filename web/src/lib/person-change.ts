import { forgetPerson, storageKey } from './storage.ts';

/** Clears what the person before left behind, when `user` is somebody else (spec 1 §4). */
export function forgetOtherPerson(storage: Storage, user: string): void {
  const before = storage.getItem(storageKey.lastUser);
  if (before !== null && before !== user) forgetPerson(storage);
  storage.setItem(storageKey.lastUser, user);
}
