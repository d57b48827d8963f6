import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const now = () => Math.floor(Date.now() / 1_000) * 1_000;

/** The time to a second, in milliseconds since 1970, by one timer for all that show ages. */
export const useSeconds = (): number => useSyncExternalStore(subscribe, now);
