import type { DevicePk } from '@vigil/shared/contract/ids';
import { useCallback, useState } from 'react';
import type { FleetDelta } from '../../live/changes.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useLiveData, useFleetDelta } from '../../live/use-fleet.ts';

export const RECENT_USAGE_MS = 5 * 60_000;

type Point = readonly [at: number, percent: number];

export interface RecentUsage {
  cpu: readonly Point[];
  memory: readonly Point[];
  disk: readonly Point[];
}

const none: RecentUsage = { cpu: [], memory: [], disk: [] };

function withSample({ cpu, memory, disk }: RecentUsage, device: FleetDevice | undefined): RecentUsage {
  const now = Date.now();
  const added = (points: readonly Point[], value: number | null | undefined): readonly Point[] =>
    value == null ? points : [...points.filter(([at]) => at > now - RECENT_USAGE_MS), [now, value]];
  return {
    cpu: added(cpu, device?.cpu_usage),
    memory: added(memory, device?.memory_usage),
    disk: added(disk, device?.hdd_usage),
  };
}

/** The measures of one device over the last minutes, since its panel was opened. */
export function useRecentUsage(pk: DevicePk): RecentUsage {
  const { store } = useLiveData();
  const [history, setHistory] = useState(() => withSample(none, store.get(pk)));
  const onChanges = useCallback(
    ({ usage }: FleetDelta) => {
      if (usage.has(pk)) setHistory((now) => withSample(now, store.get(pk)));
    },
    [store, pk],
  );
  useFleetDelta(onChanges);
  return history;
}
