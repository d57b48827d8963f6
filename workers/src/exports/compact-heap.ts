import { setFlagsFromString } from 'node:v8';

let running = 0;

/**
 * Runs `work` while V8 optimizes for memory: garbage is collected earlier, and the heap stays small. An export creates much garbage
 * and keeps little; without this, the heap grows to twice the size that it needs, and an idle process never returns the rest to the
 * system (see infra/bundles/compact-heap-during-start.ts).
 */
export async function withV8OptimizeForSize<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  setFlagsFromString('--optimize-for-size');
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) setFlagsFromString('--no-optimize-for-size');
  }
}
