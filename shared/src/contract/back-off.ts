/**
 * Delays between failing attempts: exponential growth up to a limit, minus a random share, so that clients which failed
 * at the same moment do not retry at the same moment. It is part of the contract because agents import nothing else.
 */
export interface BackOff {
  /** The longest delay after the first failure. */
  firstMs: number;
  /** Maximum delay. */
  maxMs: number;
  /** Ratio of a delay to the previous one; 2 by default. */
  factor?: number;
  /** The random share of each delay, from 0 (none) to 1 (down to no delay); 0 by default. */
  jitter?: number;
}

/**
 * The delay in milliseconds after `failures` failures in a row (1 or more). The caller keeps the count, in memory or in
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
