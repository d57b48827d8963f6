import { setFlagsFromString } from 'node:v8';

let running = 0;

/**
 * Lets V8 collect early while `work` runs. An export makes much garbage and keeps little; otherwise the heap grows to twice
 * of what is needed, and an idle process never gives that back (see infra/bundles/launcher.ts).
 */
export async function withCompactHeap<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  setFlagsFromString('--optimize-for-size');
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) setFlagsFromString('--no-optimize-for-size');
  }
}
