/** Asks at most once in `ms`; those who ask meanwhile get the same answer. A failure is not remembered. */
export function remembered<T>(ask: () => Promise<T>, ms: number, now: () => number): () => Promise<T> {
  let kept: { until: number; value: Promise<T> } | null = null;
  return () => {
    if (kept !== null && now() < kept.until) return kept.value;
    const value = ask();
    kept = { until: now() + ms, value };
    value.catch(() => {
      kept = null;
    });
    return value;
  };
}

/** What `work` gives, or `otherwise` when it fails or takes longer than `ms`: facts of a machine can hang. */
export async function orElse<T>(work: Promise<T>, otherwise: T, ms = 15_000): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(resolve, ms, otherwise);
  work.then(resolve, () => resolve(otherwise));
  return promise.finally(() => clearTimeout(timer));
}
