import { setTimeout as delay } from 'node:timers/promises';
import { backOffDelay } from '@vigil/shared/contract/back-off';
import type { Log } from '@vigil/shared/platform/log';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';

const RETRY = { firstMs: 500, maxMs: 10_000, jitter: 0.5 };

export interface RetriedSubscription {
  /** Rejects when it is ended before. */
  readonly made: Promise<Unsubscribe>;
  end(): void;
}

/**
 * Subscribes, and repeats what failed until it succeeds: nothing else would notice that messages do not come.
 * @param about is logged
 */
export function subscribeWithRetry(
  subscribe: () => Promise<Unsubscribe>,
  log: Log,
  about: Readonly<Record<string, unknown>>,
): RetriedSubscription {
  const stop = new AbortController();
  const attempt = async (): Promise<Unsubscribe> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await subscribe();
      } catch (cause) {
        warnOfRepeatedFailure(log, { cause, ...about }, 'not subscribed');
        await delay(backOffDelay(RETRY, failures), undefined, { signal: stop.signal, ref: false });
      }
    }
  };
  const made = attempt();
  return {
    made,
    end() {
      stop.abort();
      made
        .then((unsubscribe) => unsubscribe())
        .catch((cause: unknown) => log.debug({ err: cause, ...about }, 'not unsubscribed'));
    },
  };
}
