import type { DevicePk } from '@vigil/shared/contract/ids';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import {
  createDeviceFilterSorter,
  isInScope,
  noDeviceListFilter,
  type ResolvedScope,
} from '../../entities/device/device-sorter.ts';
import { countStatuses, type StatusCounts } from '../../entities/device/device-status.ts';
import { useLanguage } from '../../lib/language.ts';
import { useJsonStable } from '../../lib/use-json-stable.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { usageThresholdsOf, type WallSettings } from './wall-settings.ts';

export interface WallContent {
  /** The devices that have a tile: those that need a human first, then by name, or all by name. */
  readonly pks: readonly DevicePk[];
  /** All devices of the wall, also those without a tile. */
  readonly devices: ReadonlySet<DevicePk>;
  /** How many are offline and have no tile. */
  readonly hidden: number;
  /** Of all devices, also of those without a tile. */
  readonly counts: StatusCounts;
  readonly alerting: ReadonlySet<DevicePk>;
}

/** Tiles change their places at these times only, so that a wall does not flicker. */
const REORDER_MS = 5_000;

/** @param scope null while it is not known what to show */
export function useWallContent(scope: ResolvedScope | null, settings: WallSettings): WallContent {
  const { store, alerts, frames } = useLiveData();
  const language = useLanguage();
  const { order, offline } = settings;
  const levels = useJsonStable(usageThresholdsOf(settings));
  const sorter = useMemo(
    () => createDeviceFilterSorter(new Intl.Collator(language, { numeric: true }).compare, levels),
    [language, levels],
  );
  const alerting = useSyncExternalStore(alerts.subscribe, alerts.openDevices);
  const read = (): Omit<WallContent, 'alerting'> => {
    const open = alerts.openDevices();
    const devices = scope === null ? [] : [...store.all()].filter((device) => isInScope(device, scope));
    const shown = offline === 'all' ? devices : devices.filter(({ pk, isOnline }) => isOnline || open.has(pk));
    const sorted = sorter.sort(shown, {
      deviceScope: 'all',
      filter: noDeviceListFilter,
      sort: order === 'name' ? { by: 'alias', order: 'asc' } : { by: 'attention', order: 'asc' },
      alerting: open,
      isStale: frames.isStale,
      now: Date.now(),
    });
    return {
      // An alert outweighs a measure that is over its threshold.
      pks:
        order === 'name' ? sorted : [...sorted.filter((pk) => open.has(pk)), ...sorted.filter((pk) => !open.has(pk))],
      devices: new Set(devices.map(({ pk }) => pk)),
      hidden: devices.length - shown.length,
      counts: countStatuses(devices, open, levels),
    };
  };
  const [state, setState] = useState(read);
  useEffect(() => {
    const update = () => setState(read());
    update();
    const timer = setInterval(update, REORDER_MS);
    // The first devices, and those that come or go, are shown at once.
    const unsubscribe = store.subscribe(({ membership }) => membership && update());
    // And so are the alerts of a wall that was just opened.
    let isKnown = alerts.isKnown();
    const unsubscribeAlerts = alerts.subscribe(() => {
      if (isKnown || !alerts.isKnown()) return;
      isKnown = true;
      update();
    });
    return () => {
      clearInterval(timer);
      unsubscribe();
      unsubscribeAlerts();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `read` is made of these
  }, [store, alerts, frames, sorter, scope, order, offline]);
  // A tile shows its alert at once, and so the strip counts it at once.
  const counts = { ...state.counts, alerts: [...alerting].filter((pk) => state.devices.has(pk)).length };
  return { ...state, counts, alerting };
}
