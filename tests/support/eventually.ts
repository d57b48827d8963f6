import { setTimeout as delay } from 'node:timers/promises';
import { scaledTimeout } from './scaled-timeout.ts';
import { within } from './within.ts';

export type EventuallyOptions = {
  /** Milliseconds on the usual machine. */
  timeout?: number;
  every?: number;
  /** How long one try may take. */
  tryTimeout?: number;
};

/** A call of the API has 90 s of its own; a try that takes longer is stuck. */
const TRY_MS = 100_000;

/**
 * Runs `probe` until it no longer throws, and answers with what it returned.
 * @throws the probe's last error once `timeout` has passed, or that a try did not end. The default measures nothing:
 * only what is stuck waits as long, also on a machine that does much else.
 */
export async function eventually<T>(probe: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  const { timeout = 60_000, every = 25, tryTimeout = TRY_MS } = options;
  const deadline = performance.now() + scaledTimeout(timeout);
  for (;;) {
    try {
      return await within(`one try of ${String(probe)} ends`, Promise.resolve(probe()), { timeout: tryTimeout });
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
    await delay(every);
  }
}
