import type { CountRows } from '@vigil/shared/platform/db/select-page';

/** Rows that were added later are counted all the same; only deletions and late reports wait for so long. */
const KEPT_MS = 10_000;
const MAX_KEPT = 500;

interface Kept {
  readonly until: number;
  readonly count: number;
  readonly newest: number | null;
}

/**
 * Remembers how many rows a filter finds. Histories grow at their newer end: the rows after the newest one that was
 * counted are counted anew for each page, which reads few.
 */
export function createCountCache({ now }: { readonly now: () => number }): (key: string) => CountRows {
  const kept = new Map<string, Kept>();
  return (key) => async (read) => {
    const at = now();
    const found = kept.get(key);
    if (found && found.until > at)
      return found.newest === null ? (await read(null)).count : found.count + (await read(found.newest)).count;
    const counted = await read(null);
    kept.delete(key);
    kept.set(key, { until: at + KEPT_MS, ...counted });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return counted.count;
  };
}
