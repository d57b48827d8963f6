import type { DevicePk } from '@vigil/shared/contract/ids';
import { createContext, use, useCallback, useEffect, useSyncExternalStore } from 'react';
import type { BulkJobProgress } from './bulk-job-progress.ts';
import type { FleetDelta } from './changes.ts';
import type { CommandBatch } from './command-batch-store.ts';
import type { ConnectionStatus } from './connection-state.ts';
import type { BrowserStorageSlot } from './fleet-cache.ts';
import type { FleetDevice } from './fleet-device.ts';
import type { EarlySnapshot } from './fleet-snapshot.ts';
import type { FrameTraffic } from './frames.ts';
import type { LiveData } from './live-data.ts';

export const LiveDataContext = createContext<LiveData | null>(null);
/** Holds the list of devices of the last visit. */
export const FleetCacheContext = createContext<BrowserStorageSlot | null>(null);
export const EarlySnapshotContext = createContext<EarlySnapshot | null>(null);

export function useLiveData(): LiveData {
  const fleet = use(LiveDataContext);
  if (!fleet) throw new Error('rendered outside of a session');
  return fleet;
}

/** One device; rerenders at most once a frame, and only when it changed. */
export function useDevice(pk: DevicePk | null): FleetDevice | undefined {
  const { store } = useLiveData();
  const subscribe = useCallback(
    (listener: () => void) =>
      store.subscribe(({ usage, rows, membership }) => {
        if (pk !== null && (membership || rows.has(pk) || usage.has(pk))) listener();
      }),
    [store, pk],
  );
  return useSyncExternalStore(subscribe, () => (pk === null ? undefined : store.get(pk)));
}

/** Grows with every change of state, properties or membership; measures do not count. */
export function useFleetVersion(): number {
  const { store } = useLiveData();
  return useSyncExternalStore(store.subscribe, () => store.version);
}

export function useFleetLoaded(): boolean {
  const { store } = useLiveData();
  return useSyncExternalStore(store.subscribe, () => store.loaded);
}

export function useFleetDelta(listener: (changes: FleetDelta) => void): void {
  const { store } = useLiveData();
  useEffect(() => store.subscribe(listener), [store, listener]);
}

export function useConnectionStatus(): ConnectionStatus {
  const { state } = useLiveData().connection;
  return useSyncExternalStore(state.subscribe, state.get);
}

/** Whether live data arrive, by socket or by polling. Changes of what is read from then on are announced. */
export const useIsReceiving = (): boolean => useConnectionStatus().kind !== 'connecting';

export function useFleetFailure(): unknown {
  const { failure } = useLiveData().connection;
  return useSyncExternalStore(failure.subscribe, failure.get);
}

/** Since when the list is that of an earlier visit, in milliseconds since 1970; null once it was read again. */
export function useCachedAt(): number | null {
  const { cachedAt } = useLiveData().connection;
  return useSyncExternalStore(cachedAt.subscribe, cachedAt.get);
}

export function useCommandBatches(): readonly CommandBatch[] {
  const { commands } = useLiveData();
  return useSyncExternalStore(commands.subscribe, commands.batches);
}

export function useBulkJobsProgress(): readonly BulkJobProgress[] {
  const { bulkJobs } = useLiveData();
  return useSyncExternalStore(bulkJobs.subscribe, bulkJobs.list);
}

export function useFrameTraffic(): FrameTraffic | null {
  const { traffic } = useLiveData().frames;
  return useSyncExternalStore(traffic.subscribe, traffic.get);
}

/**
 * Whether there is a frame of a device. Each frame by itself is drawn without React, which would render a tile a
 * second.
 */
export function useHasFrame(pk: DevicePk): boolean {
  const { frames } = useLiveData();
  const subscribe = useCallback((listener: () => void) => frames.subscribe(pk, listener), [frames, pk]);
  return useSyncExternalStore(subscribe, () => frames.frame(pk) !== undefined);
}
