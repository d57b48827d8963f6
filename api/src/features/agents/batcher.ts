type Waiting<I, O> = { readonly item: I; readonly settle: (outcome: Promise<O> | O) => void };

/**
 * Gathers calls with the same key while an earlier batch of that key is at work, and handles them as one. A call in a
 * quiet moment starts at once. `work` returns an outcome for each item, in their order; an `Error` rejects that call
 * only.
 */
export function createBatcher<K, I, O>(
  maxItems: number,
  work: (key: K, items: readonly I[]) => Promise<readonly (O | Error)[]>,
): (key: K, item: I) => Promise<O> {
  const waiting = new Map<K, Waiting<I, O>[]>();

  const handle = async (key: K, batch: readonly Waiting<I, O>[]): Promise<void> => {
    const items = batch.map(({ item }) => item);
    const outcomes = await work(key, items).catch((cause: unknown) => {
      const failure = cause instanceof Error ? cause : new Error(String(cause));
      return items.map(() => failure);
    });
    for (const [i, { settle }] of batch.entries()) {
      const outcome = outcomes[i] ?? new Error('the batch has no outcome for this item');
      settle(outcome instanceof Error ? Promise.reject(outcome) : outcome);
    }
  };

  const run = async (key: K, queue: Waiting<I, O>[]): Promise<void> => {
    while (queue.length > 0) await handle(key, queue.splice(0, maxItems));
    waiting.delete(key);
  };

  return (key, item) => {
    const { promise, resolve: settle } = Promise.withResolvers<O>();
    const queue = waiting.get(key);
    if (queue) queue.push({ item, settle });
    else {
      const started = [{ item, settle }];
      waiting.set(key, started);
      void run(key, started);
    }
    return promise;
  };
}
