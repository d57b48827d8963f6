/** How many calls failed, and the first error. */
export interface ParallelOutcome {
  total: number;
  failed: number;
  firstError: unknown;
}

/** The number of connections that browsers open to one host. */
const MAX_PARALLEL = 6;

/** Runs `work` for each item, `atMost` at a time; one failure does not stop the others. */
export async function runParallelCountingFailures<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  atMost = MAX_PARALLEL,
): Promise<ParallelOutcome> {
  const outcome: ParallelOutcome = { total: items.length, failed: 0, firstError: null };
  const queue = items.values();
  const runner = async () => {
    for (const item of queue) {
      try {
        await work(item);
      } catch (error) {
        outcome.failed += 1;
        outcome.firstError ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atMost, items.length) }, runner));
  return outcome;
}
