/** Calls `read` at most once in `ms`; callers in between share its result. A failure is not cached. */
export function cached<T>(read: () => Promise<T>, ms: number, now: () => number): () => Promise<T> {
  let entry: { until: number; value: Promise<T> } | null = null;
  return () => {
    if (entry !== null && now() < entry.until) return entry.value;
    const value = read();
    entry = { until: now() + ms, value };
    value.catch(() => {
      entry = null;
    });
    return value;
  };
}

/**
 * Reads again and again, with `fallback` for a reading that fails, or takes longer than `ms`. One that hangs is not
 * joined by others, which would take up all threads.
 */
export function createFallbackReader<T, F>(read: () => Promise<T>, fallback: F, ms = 4_000): () => Promise<T | F> {
  let pending: Promise<T> | null = null;
  return () => {
    pending ??= read().finally(() => (pending = null));
    return withFallback<T | F>(pending, fallback, ms);
  };
}

/** The result of `work`, or `fallback` when it fails or takes longer than `ms`: queries of the system can hang. */
export async function withFallback<T>(work: Promise<T>, fallback: T, ms = 15_000): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(resolve, ms, fallback);
  work.then(resolve, () => resolve(fallback));
  return promise.finally(() => clearTimeout(timer));
}
