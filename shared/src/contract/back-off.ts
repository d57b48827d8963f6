/**
 * How long to wait between attempts of something that fails: exponential growth up to a limit, of which a random share
 * is taken off, so that clients which failed in the same moment do not come back in the same moment. It stands in the
 * contract because both ends of a wire need it, and agents import nothing else.
 */
export interface BackOff {
  /** The longest wait after the first failure. */
  firstMs: number;
  /** No wait is longer. */
  maxMs: number;
  /** How much longer each wait is than the one before; 2 unless told. */
  factor?: number;
  /** The random share of each wait, 0 (none) to 1 (anything down to no wait at all); 0 unless told. */
  jitter?: number;
}

/**
 * Milliseconds to wait after `failures` failures in a row (1 or more). Pure: the caller keeps the count, in memory or in
 * a database, and starts again at 1 after a success.
 */
export function backOffDelay(
  { firstMs, maxMs, factor = 2, jitter = 0 }: BackOff,
  failures: number,
  random: () => number = Math.random,
): number {
  const longest = Math.min(maxMs, firstMs * factor ** Math.max(0, failures - 1));
  return longest * (1 - jitter * (1 - random()));
}
