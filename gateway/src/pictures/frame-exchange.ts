import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { channels } from '@vigil/shared/platform/bus/channels';
import { keepFrame, packFrame, unpackFrame, type Frame } from '@vigil/shared/platform/redis/frames';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { Deps } from '../deps.ts';
import type { FrameViewers } from './frame-viewers.ts';

/** The kept frame serves the first paint and polling, which read it every few seconds at the most. */
const KEEP_EVERY_MS = 2_000;

/** Brings frames to the gateways whose browsers look at the device, and keeps the last one for those who come later. */
export function createFrameExchange({ redis, log, metrics }: Deps, viewers: FrameViewers, ownId: () => string) {
  const kept = new Map<DevicePk, number>();
  const count = metrics.counter('vigil_frames_total', 'Frames delivered to gateways', ['path']);
  let unsubscribe: Unsubscribe | undefined;

  const report = (cause: unknown) => log.debug({ err: cause }, 'a frame was lost');

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
      if (at - (kept.get(device_pk) ?? 0) < KEEP_EVERY_MS) return;
      kept.set(device_pk, at);
      keepFrame(redis, company, { header: frame.header, packed: (packed ??= packFrame(frame)) }).catch(report);
    },
    forget: (device: DevicePk) => void kept.delete(device),
    get size() {
      return kept.size;
    },
  };
}

export type FrameExchange = ReturnType<typeof createFrameExchange>;
