import type { DevicePk } from '@vigil/shared/contract/ids';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '../../lib/language.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useFleet, useFleetVersion } from '../../live/use-fleet.ts';
import { createDeviceOrder, isWithin, movedBetween, type Filter, type Sort, type Within } from './device-order.ts';

export interface DeviceList {
  /** What is shown, in the order it is shown. */
  pks: readonly DevicePk[];
  /** How many belong here before the filters. */
  total: number;
  online: number;
  /** How many would change their place; the list waits for the pointer to leave. */
  moved: number;
  resort: () => void;
  pointer: { onPointerEnter: (event: React.PointerEvent) => void; onPointerLeave: () => void };
}

/** Often enough to feel live, seldom enough that ten thousand devices are sorted in passing. */
const REORDER_MS = 1_000;

interface Shown {
  /** For which list it was ordered; another list is ordered at once. */
  by: () => DevicePk[];
  pks: readonly DevicePk[];
  moved: number;
}

/** Keeps a list in order while devices change, but never under the pointer (experience, "Look"). */
export function useDeviceList(list: { within: Within; filter: Filter; sort: Sort }): DeviceList {
  const { store } = useFleet();
  const version = useFleetVersion();
  const language = useLanguage();
  const order = useMemo(() => createDeviceOrder(new Intl.Collator(language, { numeric: true }).compare), [language]);
  const over = useRef(false);
  const { within, filter, sort } = list;

  const wanted = useCallback(
    () => order.of(store.all(), { within, filter, sort }),
    [order, store, within, filter, sort],
  );
  const [kept, setShown] = useState<Shown>(() => ({ by: wanted, pks: wanted(), moved: 0 }));
  const shown = useMemo(() => (kept.by === wanted ? kept : { by: wanted, pks: wanted(), moved: 0 }), [kept, wanted]);
  if (shown !== kept) setShown(shown);
  const latest = useLatest(shown);

  const resort = useCallback(() => setShown({ by: wanted, pks: wanted(), moved: 0 }), [wanted]);

  useEffect(() => {
    let dirty = false;
    const turn = () => {
      if (!dirty) return;
      dirty = false;
      const next = wanted();
      const { pks } = latest.current;
      // What was deleted is not there any more, whoever points at it.
      const left = pks.every((pk) => store.get(pk)) ? pks : pks.filter((pk) => store.get(pk));
      const held = over.current ? withNewcomers(left, next) : next;
      setShown({
        by: wanted,
        pks: isSame(pks, held) ? pks : held,
        moved: held === next ? 0 : movedBetween(held, next),
      });
    };
    const timer = setInterval(turn, REORDER_MS);
    const stop = store.subscribe(({ rows, membership, usage }) => {
      dirty ||= membership || rows.size > 0 || (isMeasure(sort.by) && usage.size > 0);
      // The first devices are shown at once.
      if (membership && latest.current.pks.length === 0) turn();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [store, wanted, latest, sort.by]);

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for what the store holds
  const counts = useMemo(() => countIn(store.all(), within), [store, within, version]);
  return {
    pks: shown.pks,
    ...counts,
    moved: shown.moved,
    resort,
    pointer: {
      // A finger does not hover.
      onPointerEnter: ({ pointerType }) => void (over.current = pointerType === 'mouse'),
      onPointerLeave: () => {
        over.current = false;
        if (latest.current.moved > 0) resort();
      },
    },
  };
}

const measures = new Set<Sort['by']>(['cpu_usage', 'memory_usage', 'hdd_usage', 'cpu_temp']);
const isMeasure = (by: Sort['by']): boolean => measures.has(by);

/** Who is new is shown at once, below the others: that moves nobody. */
function withNewcomers(shown: readonly DevicePk[], wanted: readonly DevicePk[]): readonly DevicePk[] {
  const known = new Set(shown);
  const added = wanted.filter((pk) => !known.has(pk));
  return added.length === 0 ? shown : [...shown, ...added];
}

const isSame = (a: readonly DevicePk[], b: readonly DevicePk[]): boolean =>
  a.length === b.length && a.every((pk, index) => pk === b[index]);

function countIn(devices: Iterable<Parameters<typeof isWithin>[0]>, within: Within): { total: number; online: number } {
  const count = { total: 0, online: 0 };
  for (const device of devices) {
    if (!isWithin(device, within)) continue;
    count.total += 1;
    count.online += device.alive;
  }
  return count;
}
