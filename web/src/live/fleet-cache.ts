import type { ListedDevice } from '@vigil/shared/contract/device-columns';
import type { FleetDevicesSnapshot } from './fleet-snapshot.ts';

/** Spec 2 §9: the list of devices is stale after an hour. */
export const FLEET_CACHE_MAX_AGE_MS = 3_600_000;

/** The list of an earlier visit. */
export interface CachedFleet extends FleetDevicesSnapshot {
  /** When it was up to date, in milliseconds since 1970. */
  readonly at: number;
}

interface Stored extends CachedFleet {
  readonly owner: string;
}

/** One value in a store of the browser that survives a visit. */
export interface BrowserStorageSlot {
  get: () => Promise<unknown>;
  set: (value: unknown) => Promise<void>;
  remove: () => Promise<void>;
}

export interface PersistentFleetCache {
  /** The list of this owner, if it is less than an hour old; any other one is removed. */
  read: () => Promise<CachedFleet | null>;
  write: (rows: readonly ListedDevice[], seq: number) => Promise<void>;
}

/** @param owner the user and their rights: what was listed for others, or with other rights, is not shown */
export function createFleetCache(store: BrowserStorageSlot, owner: string, now: () => number): PersistentFleetCache {
  return {
    async read() {
      const stored = await store.get().catch(() => undefined);
      if (isStored(stored) && stored.owner === owner && isFresh(stored, now())) return stored;
      if (stored !== undefined) await removeFrom(store);
      return null;
    },
    // Without room, or in a private window, there is no cache.
    write: (rows, seq) => store.set({ owner, at: now(), seq, rows } satisfies Stored).catch(() => undefined),
  };
}

const removeFrom = (store: BrowserStorageSlot): Promise<void> => store.remove().catch(() => undefined);

/** Removes what is too old, also without a signed-in user; all of it without a session. */
export async function pruneFleetCache(
  store: BrowserStorageSlot,
  { hasSession, now }: { hasSession: boolean; now: number },
) {
  const stored = await store.get().catch(() => undefined);
  if (stored !== undefined && !(hasSession && isStored(stored) && isFresh(stored, now))) await removeFrom(store);
}

/** A clock that was set back makes no cache younger. */
const isFresh = ({ at }: CachedFleet, now: number): boolean => at <= now && now - at < FLEET_CACHE_MAX_AGE_MS;

function isStored(value: unknown): value is Stored {
  const { owner, at, seq, rows } = (value ?? {}) as Partial<Record<keyof Stored, unknown>>;
  return typeof owner === 'string' && typeof at === 'number' && typeof seq === 'number' && Array.isArray(rows);
}
