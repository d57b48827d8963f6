import type { DevicePk } from '@vigil/shared/contract/ids';
import { useCallback, useEffect, useState } from 'react';
import type { Changes } from '../../live/changes.ts';
import { useFleet, useFleetChanges } from '../../live/use-fleet.ts';

export const HISTORY_MS = 5 * 60_000;

type Point = readonly [at: number, percent: number];

export interface UsageHistory {
  cpu: readonly Point[];
  memory: readonly Point[];
  disk: readonly Point[];
}

const none: UsageHistory = { cpu: [], memory: [], disk: [] };

/** The measures of one device since its panel was opened, for the last minutes. */
export function useUsageHistory(pk: DevicePk): UsageHistory {
  const { store } = useFleet();
  const [history, setHistory] = useState(none);

  const take = useCallback(() => {
    const device = store.get(pk);
    if (!device) return;
    const now = Date.now();
    const added = (points: readonly Point[], value: number | null): readonly Point[] =>
      value === null ? points : [...points.filter(([at]) => at > now - HISTORY_MS), [now, value]];
    setHistory(({ cpu, memory, disk }) => ({
      cpu: added(cpu, device.cpu_usage),
      memory: added(memory, device.memory_usage),
      disk: added(disk, device.hdd_usage),
    }));
  }, [store, pk]);

  const onChanges = useCallback(({ usage }: Changes) => usage.has(pk) && take(), [pk, take]);
  useEffect(take, [take]);
  useFleetChanges(onChanges as (changes: Changes) => void);
  return history;
}
