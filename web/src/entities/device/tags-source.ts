import { tagsInUse, type TagInUse } from '@vigil/shared/domain/tags';
import type { FleetStore } from '../../live/fleet-store.ts';

export interface TagsSource {
  readonly list: () => readonly TagInUse[];
  readonly subscribe: (listener: () => void) => () => void;
}

/** States change many times a second, tags do not. */
const RECOUNT_MS = 500;

/** The tags of the devices that the user may see, in the order of `compare`; another list only when it is different. */
export function createTagsSource(
  store: Pick<FleetStore, 'all' | 'subscribe'>,
  compare: (a: string, b: string) => number,
): TagsSource {
  const listeners = new Set<() => void>();
  let list: readonly TagInUse[] = [];
  let stop: (() => void) | undefined;

  const recount = () => {
    const next = tagsInUse(store.all(), compare);
    const isSame =
      next.length === list.length &&
      next.every(({ tag, count }, i) => list[i]?.tag === tag && list[i]?.count === count);
    if (isSame) return;
    list = next;
    for (const listener of listeners) listener();
  };
  const start = () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onTime = () => {
      timer = undefined;
      recount();
    };
    const unsubscribe = store.subscribe(({ rows, membership }) => {
      if (membership || rows.size > 0) timer ??= setTimeout(onTime, RECOUNT_MS);
    });
    recount();
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  };

  recount();
  return {
    list: () => list,
    subscribe(listener) {
      listeners.add(listener);
      stop ??= start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}
