import type { DevicePk } from '@vigil/shared/contract/ids';
import { createContext, use, useCallback, useEffect, useSyncExternalStore } from 'react';
import type { RaisedAlert } from './alerts.ts';
import type { Changes } from './changes.ts';
import type { Batch } from './command-board.ts';
import type { LinkState } from './connection-state.ts';
import type { Fleet } from './fleet.ts';
import type { FleetDevice } from './fleet-store.ts';
import type { Frame } from './thumbnails.ts';

export const FleetContext = createContext<Fleet | null>(null);

export function useFleet(): Fleet {
  const fleet = use(FleetContext);
  if (!fleet) throw new Error('rendered outside of a session');
  return fleet;
}

/** One device; rerenders at most once a frame, and only when it changed. */
export function useDevice(pk: DevicePk | null): FleetDevice | undefined {
  const { store } = useFleet();
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
  const { store } = useFleet();
  return useSyncExternalStore(store.subscribe, () => store.version);
}

export function useFleetLoaded(): boolean {
  const { store } = useFleet();
  return useSyncExternalStore(store.subscribe, () => store.loaded);
}

export function useFleetChanges(listener: (changes: Changes) => void): void {
  const { store } = useFleet();
  useEffect(() => store.subscribe(listener), [store, listener]);
}

export function useLinkState(): LinkState {
  const { state } = useFleet().connection;
  return useSyncExternalStore(state.subscribe, state.get);
}

export function useFleetFailure(): unknown {
  const { failure } = useFleet().connection;
  return useSyncExternalStore(failure.subscribe, failure.get);
}

export function useBatches(): readonly Batch[] {
  const { commands } = useFleet();
  return useSyncExternalStore(commands.subscribe, commands.batches);
}

export function useAlerts(): { alerts: readonly RaisedAlert[]; unseen: number; markSeen: () => void } {
  const { alerts } = useFleet();
  const list = useSyncExternalStore(alerts.subscribe, alerts.list);
  const unseen = useSyncExternalStore(alerts.subscribe, alerts.unseen);
  return { alerts: list, unseen, markSeen: alerts.markSeen };
}

export function useFrame(pk: DevicePk): Frame | undefined {
  const { thumbnails } = useFleet();
  const subscribe = useCallback((listener: () => void) => thumbnails.subscribe(pk, listener), [thumbnails, pk]);
  return useSyncExternalStore(subscribe, () => thumbnails.frame(pk));
}
