import { warnOfRepeatedFailure } from '../log-repeated.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Redis, Unsubscribe } from '../redis/redis.ts';
import type { Channel } from './channels.ts';
import { busMessages, isBusKind, type BusKind, type BusMessage, type BusMessageOf } from './messages.ts';

/**
 * Not validated: thousands of rows per second, written only by the presence script, usage batches and their storage.
 */
const unchecked: ReadonlySet<BusKind> = new Set(['alive', 'system_usage', 'device_times']);

export type ParsedBusMessage =
  | { ok: true; message: BusMessage }
  | { ok: false; reason: 'unknown' | 'malformed'; kind: string };

/** Parses a message of a channel. A kind of a newer version is `unknown`. */
export function parseBusMessage(text: string): ParsedBusMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'malformed', kind: 'none' };
  }
  const kind = typeof value === 'object' && value !== null && 't' in value ? value.t : undefined;
  if (!isBusKind(kind)) return { ok: false, reason: 'unknown', kind: String(kind).slice(0, 40) };
  if (unchecked.has(kind)) return { ok: true, message: value as BusMessage };
  const parsed = busMessages[kind].safeParse(value);
  if (!parsed.success) return { ok: false, reason: 'malformed', kind };
  return { ok: true, message: { t: kind, ...parsed.data } as BusMessage };
}

/** Publishes a message. Disconnected subscribers never receive it: messages that must not be lost use the outbox. */
export const publish = <K extends BusKind>(
  redis: Redis,
  channel: Channel<K>,
  message: BusMessageOf<K>,
): Promise<void> => redis.publish(channel, JSON.stringify(message));

export type Subscribe = <K extends BusKind>(
  channel: Channel<K>,
  listener: (message: BusMessageOf<K>) => void,
) => Promise<Unsubscribe>;

/** Subscriptions of one process. Messages that it cannot parse are counted, logged once per kind, and skipped. */
export function createSubscriber({ redis, log, metrics }: { redis: Redis; log: Log; metrics: Metrics }): Subscribe {
  const skipped = metrics.counter('vigil_bus_messages_skipped_total', 'Bus messages that could not be parsed', [
    'reason',
  ]);
  const logged = new Set<string>();

  const skip = ({ reason, kind }: Extract<ParsedBusMessage, { ok: false }>) => {
    skipped.inc({ reason });
    if (logged.has(`${reason} ${kind}`)) return;
    logged.add(`${reason} ${kind}`);
    log.warn({ reason, kind }, 'bus message skipped');
  };

  return (channel, listener) =>
    redis.subscribe(channel, (text) => {
      const parsed = parseBusMessage(text);
      if (!parsed.ok) return skip(parsed);
      try {
        listener(parsed.message as Parameters<typeof listener>[0]);
      } catch (cause) {
        warnOfRepeatedFailure(log, { cause, kind: parsed.message.t, severity: 'error' }, 'bus listener failed');
      }
    });
}
