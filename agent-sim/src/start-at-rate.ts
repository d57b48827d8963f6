import { sleep, type Clock } from '@vigil/agent/clock';

export interface StartRateOptions<T> {
  items: readonly T[];
  /** Runs before an item may start; several at a time. */
  prepare: (item: T) => Promise<void>;
  start: (item: T) => void;
  /** Starts per second. */
  rate: number;
  /** Concurrent preparations. */
  workers: number;
  clock: Clock;
  signal: AbortSignal;
}

/** Prepares and starts all items in order, no faster than the rate. The first failure ends it. */
export async function startAtRate<T>(options: StartRateOptions<T>): Promise<void> {
  const { items, prepare, start, rate, workers, clock, signal } = options;
  const began = clock.now();
  const isOver = () => signal.aborted;
  let next = 0;
  let failed = false;

  async function waitForTurn(index: number): Promise<void> {
    const turn = began + (index * 1_000) / rate;
    const wait = turn - clock.now();
    if (wait > 0) await sleep(clock, wait, signal);
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
