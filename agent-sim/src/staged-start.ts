import { pause, type Clock } from '@vigil/agent/clock';

export interface LaunchPlan<T> {
  items: readonly T[];
  /** What must be done before an item may start; several at a time. */
  prepare: (item: T) => Promise<void>;
  start: (item: T) => void;
  /** Starts per second. */
  rate: number;
  /** Preparations at a time. */
  workers: number;
  clock: Clock;
  signal: AbortSignal;
}

/** How soon a stopped launch notices. */
const SLICE_MS = 100;

/** Prepares and starts all items in order, no faster than the rate. The first failure ends it. */
export async function launch<T>(plan: LaunchPlan<T>): Promise<void> {
  const { items, prepare, start, rate, workers, clock, signal } = plan;
  const began = clock.now();
  const isOver = () => signal.aborted;
  let next = 0;
  let failed = false;

  async function waitForTurn(index: number): Promise<void> {
    const turn = began + (index * 1_000) / rate;
    while (clock.now() < turn && !isOver()) await pause(clock, Math.min(SLICE_MS, turn - clock.now()));
  }

  async function work(): Promise<void> {
    while (next < items.length && !failed && !isOver()) {
      const index = next++;
      const item = items[index];
      if (item === undefined) return;
      await prepare(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
      await waitForTurn(index);
      if (!isOver()) start(item);
    }
  }
  await Promise.all(Array.from({ length: workers }, work));
}
