import type { DevicePk } from '@vigil/shared/contract/ids';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createDeviceSorter, noFilter, type DeviceScope } from '../../entities/device/device-sorter.ts';
import { countStatuses, type StatusCounts } from '../../entities/device/device-status.ts';
import { isInScope } from '../../entities/device/device-sorter.ts';
import { useLanguage } from '../../lib/language.ts';
import { useFleet } from '../../live/use-fleet.ts';

export interface WallOrder {
  /** Those that need a human first, then by name. */
  readonly pks: readonly DevicePk[];
  readonly counts: StatusCounts;
  readonly alerting: ReadonlySet<DevicePk>;
}

/** Tiles change their places at these times only, so that a wall does not flicker. */
const REORDER_MS = 5_000;

export function useWallOrder(scope: DeviceScope): WallOrder {
  const { store, alerts, frames } = useFleet();
  const language = useLanguage();
  const [sorter] = useState(() => createDeviceSorter(new Intl.Collator(language, { numeric: true }).compare));
  const alerting = useSyncExternalStore(alerts.subscribe, alerts.openDevices);
  const read = (): Omit<WallOrder, 'alerting'> => {
    const open = alerts.openDevices();
    const devices = [...store.all()];
    const byAttention = sorter.sort(devices, {
      deviceScope: scope,
      filter: noFilter,
      sort: { by: 'attention', order: 'asc' },
      alerting: open,
      isStale: frames.isStale,
      now: Date.now(),
    });
    return {
      // An alert outweighs a measure that is over its threshold.
      pks: [...byAttention.filter((pk) => open.has(pk)), ...byAttention.filter((pk) => !open.has(pk))],
      counts: countStatuses(
        devices.filter((device) => isInScope(device, scope)),
        open,
      ),
    };
  };
  const [state, setState] = useState(read);
  useEffect(() => {
    const update = () => setState(read());
    update();
    const timer = setInterval(update, REORDER_MS);
    // The first devices, and those that come or go, are shown at once.
    const unsubscribe = store.subscribe(({ membership }) => membership && update());
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `read` is made of these
  }, [store, alerts, frames, sorter, scope]);
  return { ...state, alerting };
}
