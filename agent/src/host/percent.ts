/** Percent with two decimals, as the contract speaks it; `null` when the whole is unknown. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.min(100, Math.max(0, Math.round((part / whole) * 10_000) / 100)) : null;

const MEGABYTE = 1_048_576;

export const toMegabytes = (bytes: number): number => Math.round(bytes / MEGABYTE);
