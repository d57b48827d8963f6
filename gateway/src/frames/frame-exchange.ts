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
  const count = metrics.counter('vigil_frames_delivered_total', 'Frames delivered to gateways', ['path']);
  let unsubscribe: Unsubscribe | undefined;

  const report = (cause: unknown) => log.debug({ err: cause }, 'frame not delivered');

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
        count.inc({ path: isOwn ? 'local' : 'redis' });
        if (isOwn) viewers.deliver(frame);
        else redis.publish(channels.frames(gateway), (packed ??= packFrame(frame))).catch(report);
      }
      if (at - (storedAt.get(device_pk) ?? 0) < STORE_INTERVAL_MS) return;
      storedAt.set(device_pk, at);
      storeFrame(redis, company, { header: frame.header, packed: (packed ??= packFrame(frame)) }).catch(report);
    },
    forget: (device: DevicePk) => void storedAt.delete(device),
    get size() {
      return storedAt.size;
    },
  };
}
