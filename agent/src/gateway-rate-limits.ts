import { RateLimited } from '@vigil/shared/contract/events/agent-down/connection';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Events that the gateway refuses for the time being, by its `rate_limited`. */
export class GatewayRateLimits {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #until = new Map<string, number>();

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock;
    this.#log = log;
  }

  receive(raw: unknown): void {
    const parsed = RateLimited.safeParse(raw);
    if (!parsed.success) return;
    const { event, retry_after_ms } = parsed.data;
    this.#log.warn('rate limited', { event, retryMs: retry_after_ms });
    this.#until.set(event, this.#clock.now() + retry_after_ms);
  }

  /** Milliseconds until the event may be sent again; 0 = now. */
  waitFor(event: string): number {
    const wait = (this.#until.get(event) ?? 0) - this.#clock.now();
    if (wait <= 0) this.#until.delete(event);
    return Math.max(0, wait);
  }
}
