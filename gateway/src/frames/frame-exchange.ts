import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { channels } from '@vigil/shared/platform/bus/channels';
import { storeFrame, packFrame, unpackFrame, type Frame } from '@vigil/shared/platform/redis/frames';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { Deps } from '../deps.ts';
import type { FrameViewers } from './frame-viewers.ts';

/** The stored frame serves the first paint and polling, which read it at most every few seconds. */
const STORE_INTERVAL_MS = 2_000;

/** Sends frames to the gateways whose browsers watch the device, and stores the newest frame for later viewers. */
export function createFrameExchange({ redis, log, metrics }: Deps, viewers: FrameViewers, ownId: () => string) {
  /** When a frame of each device was last stored. */
  const storedAt = new Map<DevicePk, number>();
  /** Writes in flight, by device and destination. Frames that arrive meanwhile are dropped. */
  const inFlight = new Set<string>();
  const count = metrics.counter('vigil_frames_delivered_total', 'Frames delivered to gateways', ['path']);
  let unsubscribe: Unsubscribe | undefined;

  const report = (cause: unknown) => log.debug({ err: cause }, 'frame not delivered');

  /** Hands one frame over to Redis, unless an earlier one of the device to the same destination is in flight. */
  const send = (device: DevicePk, destination: string, work: () => Promise<unknown>): boolean => {
    const key = `${device} ${destination}`;
    if (inFlight.has(key)) return false;
    inFlight.add(key);
    work()
      .catch(report)
      .finally(() => inFlight.delete(key));
    return true;
  };

  return {
    async listenAs(id: string): Promise<void> {
      const before = unsubscribe;
      unsubscribe = await redis.subscribeBytes(channels.frames(id), (packed) => viewers.deliver(unpackFrame(packed)));
      await before?.().catch(() => undefined);
    },
    deliver(company: CompanyPk, frame: Frame, gateways: Iterable<string>): void {
      const { device_pk, at } = frame.header;
      let packed: Buffer | undefined;
      for (const gateway of gateways) {
        const isOwn = gateway === ownId();
        if (isOwn) viewers.deliver(frame);
        const publish = () => redis.publish(channels.frames(gateway), (packed ??= packFrame(frame)));
        if (isOwn || send(device_pk, gateway, publish)) count.inc({ path: isOwn ? 'local' : 'redis' });
      }
      if (at - (storedAt.get(device_pk) ?? 0) < STORE_INTERVAL_MS) return;
      const store = () => storeFrame(redis, company, { header: frame.header, packed: (packed ??= packFrame(frame)) });
      if (send(device_pk, 'store', store)) storedAt.set(device_pk, at);
    },
    forget: (device: DevicePk) => void storedAt.delete(device),
    get size() {
      return storedAt.size + inFlight.size;
    },
  };
}
