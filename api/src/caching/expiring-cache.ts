const MAX_KEPT = 500;

/**
 * Remembers answers by their keys for a while; callers that come meanwhile wait for the same one. A failure is not
 * kept.
 */
export function createExpiringCache<T>(
  { now }: { readonly now: () => number },
  keptMs: number,
): (key: string, compute: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, { until: number; answer: Promise<T> }>();
  return (key, compute) => {
    const at = now();
    const found = kept.get(key);
    if (found && found.until > at) return found.answer;
    const answer = compute();
    kept.delete(key);
    kept.set(key, { until: at + keptMs, answer });
    answer.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}
