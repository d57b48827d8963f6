import { setImmediate } from 'node:timers/promises';

/** Other requests wait for at most about this long. */
const SLICE_MS = 8;

/** For long work: call the result between small steps, so that everything else in the process gets its turn. */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
