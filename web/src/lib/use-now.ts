import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls back each second, by one timer for all. */
export function subscribeToSeconds(listener: () => void): () => void {
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

/** The time to a second, in milliseconds since 1970. */
const currentSecond = () => Math.floor(Date.now() / 1_000) * 1_000;

/** The current second, in milliseconds since 1970. */
export const useNowEachSecond = (): number => useSyncExternalStore(subscribeToSeconds, currentSecond);

const MINUTE_MS = 60_000;
const currentMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** The current minute, in milliseconds since 1970, for what shows no seconds. */
export const useNowEachMinute = (): number => useSyncExternalStore(subscribeToSeconds, currentMinute);
