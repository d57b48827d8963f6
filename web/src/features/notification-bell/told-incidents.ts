import { storageKey, storedIdList } from '../../lib/local-storage-keys.ts';

/** So many are remembered; the bell reads fewer. */
const MOST_KEPT = 100;

/**
 * Which of some incidents no tab of this browser has told yet; they count as told from then on. The lock makes tabs ask
 * one after the other, which all hear of an incident at once.
 */
export const claimUntold = (
  keys: readonly string[],
  storage: Storage,
  locks: Pick<LockManager, 'request'>,
): Promise<readonly string[]> =>
  locks.request('vigil.told-incidents', () => {
    const told = storedIdList(storage, storageKey.toldIncidents);
    const before = told.get();
    const untold = keys.filter((key) => !before.includes(key));
    told.set([...before, ...untold].slice(-MOST_KEPT));
    return untold;
  });
