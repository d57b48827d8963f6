import { setTimeout as delay } from 'node:timers/promises';
import { scaledTimeout } from './scaled-timeout.ts';

export type WithinOptions = {
  /** Milliseconds on the usual machine. */
  timeout?: number;
  /** What was seen until then, for the message. */
  describe?: () => string;
};

/**
 * Half of what a test has: only what is stuck takes as long, and its message has to come before the end of the test.
 */
const STUCK_MS = 150_000;

/**
 * Answers with the result of `work`.
 * @param what the event that is waited for, as in "the mail server listens"
 * @throws Error with `what` once `timeout` has passed; the work itself goes on
 */
export async function within<T>(what: string, work: PromiseLike<T>, options: WithinOptions = {}): Promise<T> {
  const { describe } = options;
  const timeout = scaledTimeout(options.timeout ?? STUCK_MS);
  const settled = new AbortController();
  const limit = delay(timeout, undefined, { signal: settled.signal }).then(() => {
    const seen = describe?.() ?? '';
    throw new Error(`not within ${timeout / 1_000} s: ${what}${seen === '' ? '' : `\n${seen}`}`);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    settled.abort();
  }
}
