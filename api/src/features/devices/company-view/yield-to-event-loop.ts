import { setImmediate } from 'node:timers/promises';

/** Other requests wait for at most about this long. */
const SLICE_MS = 8;

/**
 * Returns a function for long work to await between small steps: it lets the event loop run other work when enough time
 * has passed.
 */
export function createEventLoopYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
