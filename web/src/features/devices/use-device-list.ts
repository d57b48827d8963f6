import type { DevicePk } from '@vigil/shared/contract/ids';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '../../lib/use-language.ts';
import { useFleet } from '../../live/use-fleet.ts';
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

/** Keeps a list in order while devices change, but never under the pointer (experience, "Look"). */
export function useDeviceList(list: { within: Within; filter: Filter; sort: Sort }): DeviceList {
  const { store } = useFleet();
  const language = useLanguage();
  const order = useMemo(() => createDeviceOrder(new Intl.Collator(language, { numeric: true }).compare), [language]);
  const [shown, setShown] = useState<readonly DevicePk[]>([]);
  const [moved, setMoved] = useState(0);
  const [counts, setCounts] = useState({ total: 0, online: 0 });
  const over = useRef(false);
  const shownNow = useRef(shown);
  shownNow.current = shown;
  const { within, filter, sort } = list;

  const wanted = useCallback(
    () => order.of(store.all(), { within, filter, sort }),
    [order, store, within, filter, sort],
  );

  const show = useCallback(() => {
    const next = wanted();
    setShown((now) => (isSame(now, next) ? now : next));
    setMoved(0);
    setCounts(countIn(store.all(), within));
  }, [wanted, store, within]);

  useEffect(show, [show]);

  useEffect(() => {
    let dirty = false;
    const turn = () => {
      if (!dirty) return;
      dirty = false;
      if (!over.current) return show();
      setCounts(countIn(store.all(), within));
      setMoved(movedBetween(shownNow.current, wanted()));
      // What was deleted is not there any more, whoever points at it.
      setShown((now) => (now.every((pk) => store.get(pk)) ? now : now.filter((pk) => store.get(pk))));
    };
    const timer = setInterval(turn, REORDER_MS);
    const stop = store.subscribe(({ rows, membership, usage }) => {
      if (membership && shownNow.current.length === 0) return show();
      dirty ||= membership || rows.size > 0 || (isMeasure(sort.by) && usage.size > 0);
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [store, show, wanted, within, sort.by]);

  return {
    pks: shown,
    ...counts,
    moved,
    resort: show,
    pointer: {
      // A finger does not hover.
      onPointerEnter: ({ pointerType }) => void (over.current = pointerType === 'mouse'),
      onPointerLeave: () => {
        over.current = false;
        if (moved > 0) show();
      },
    },
  };
}

const measures = new Set<Sort['by']>(['cpu_usage', 'memory_usage', 'hdd_usage', 'cpu_temp']);
const isMeasure = (by: Sort['by']): boolean => measures.has(by);

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
