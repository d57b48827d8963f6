import { setTimeout as delay } from 'node:timers/promises';

export type EventuallyOptions = { timeout?: number; every?: number };

/**
 * Runs `probe` until it no longer throws, and answers with what it returned.
 * @throws the probe's last error once `timeout` (ms, 15,000 by default) has passed.
 */
export async function eventually<T>(probe: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  const { timeout = 15_000, every = 25 } = options;
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
    await delay(every);
  }
}
