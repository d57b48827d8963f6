import type { TimeFormat } from '../../lib/time-format.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';

/** The words around a time; `never` stands for a device that has not connected yet. */
export interface ConnectionTexts {
  since: (time: string) => string;
  seen: (ago: string) => string;
  seenAt: (time: string) => string;
  never: string;
}

/**
 * Since when a device is online, or how long ago it was last seen, and the exact time. The last connection says nothing
 * of a device that is offline: after months of uptime it is months ago.
 */
export function connectionText(
  device: Pick<FleetDevice, 'isOnline' | 'last_connected_time' | 'last_disconnected_time'>,
  { time, texts, now }: { time: TimeFormat; texts: ConnectionTexts; now: number },
): { text: string; exact: string } {
  const { isOnline, last_connected_time: connected, last_disconnected_time: disconnected } = device;
  if (connected === null) return { text: texts.never, exact: '' };
  if (isOnline) return { text: texts.since(time.short(connected, now)), exact: texts.since(time.second(connected)) };
  const seen = disconnected ?? connected;
  return { text: texts.seen(time.ago(seen, now)), exact: texts.seenAt(time.second(seen)) };
}
