import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import type { BrowserStorageSlot } from '../../live/fleet-cache.ts';

const KEY = 'fleet';

/** A value in IndexedDB, which is opened when it is first used. */
export function createIndexedDbEntry(): BrowserStorageSlot {
  let opened: UseStore | undefined;
  const store = () => (opened ??= createStore('vigil', 'cache'));
  return {
    get: async () => get<unknown>(KEY, store()),
    set: async (value) => set(KEY, value, store()),
    remove: async () => del(KEY, store()),
  };
}
