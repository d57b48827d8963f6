import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { channels } from '@vigil/shared/platform/bus/channels';
import { packFrame, packUnchangedFrame, unpackGatewayMessage, type Frame } from '@vigil/shared/platform/redis/frames';
import type { FrameSealer } from '@vigil/shared/platform/frame-sealing';
import { storeLastFrame } from '@vigil/shared/platform/redis/last-frames';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { Deps } from '../deps.ts';
import type { FrameMetrics } from './frame-metrics.ts';
import type { FrameViewers } from './frame-viewers.ts';

/** The stored frame serves the first paint and polling, which read it at most every few seconds. */
const STORE_INTERVAL_MS = 2_000;
/** A stored frame is kept for minutes after its screen was last seen: that of an unchanged screen is stored again in time. */
const STORE_SAME_INTERVAL_MS = 60_000;
/** While the screen is unchanged, another gateway gets the frame again after this: it may have dropped it, for example with its last viewer. */
const SEND_AGAIN_MS = 10_000;

interface Delivered {
  readonly frame: Frame;
  /** As one message, made for the first who needs it. */
  packed?: Buffer;
  isStored: boolean;
  /** When it was sent to each gateway elsewhere. */
  readonly sentTo: Map<string, number>;
}

/** Sends frames to the gateways whose browsers watch the device, and stores the newest frame for later viewers. */
export function createFrameExchange(
  { redis, log }: Deps,
  {
    viewers,
    metrics,
    ownId,
    seal,
    isStored,
  }: {
    viewers: FrameViewers;
    metrics: FrameMetrics;
    ownId: () => string;
    /** Null without a key: then no frame is stored. */
    seal: FrameSealer | null;
    /** Whether the frames of a device are stored now. A change that is not known here yet is respected by Redis. */
    isStored: (company: CompanyPk, device: DevicePk) => boolean;
  },
) {
  /** The newest frame of each device that is watched, and where it has been brought to. */
  const newest = new Map<DevicePk, Delivered>();
  /** When a frame of each device was last stored. */
  const storedAt = new Map<DevicePk, number>();
  /** Writes in flight, by device and destination. Frames that arrive meanwhile are dropped. */
  const inFlight = new Set<string>();
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

  const packedOf = (delivered: Delivered): Buffer => (delivered.packed ??= packFrame(delivered.frame));

  const sendTo = (gateway: string, delivered: Delivered, at: number): void => {
    const publish = () => redis.publish(channels.frames(gateway), packedOf(delivered));
    if (!send(delivered.frame.header.device_pk, gateway, publish)) return metrics.dropped('in_flight');
    delivered.sentTo.set(gateway, at);
    metrics.delivered('redis');
  };

  const store = (company: CompanyPk, delivered: Delivered, at: number): void => {
    const { device_pk: device, ext, at: capturedAt } = delivered.frame.header;
    if (!seal || !isStored(company, device)) return;
    const owner = { company, device };
    const work = () =>
      storeLastFrame(redis, { ext, capturedAt, seenAt: at, sealed: seal(packedOf(delivered), owner) }, owner);
    if (!send(device, 'store', work)) return;
    delivered.isStored = true;
    storedAt.set(device, at);
  };

  return {
    async listenAs(id: string): Promise<void> {
      const before = unsubscribe;
      unsubscribe = await redis.subscribeBytes(channels.frames(id), (packed) => {
        const delivery = unpackGatewayMessage(packed);
        if ('of' in delivery) viewers.confirm(delivery);
        else viewers.deliver(delivery);
      });
      await before?.().catch(() => undefined);
    },
    deliver(company: CompanyPk, frame: Frame, gateways: Iterable<string>): void {
      const { device_pk: device, at } = frame.header;
      const delivered: Delivered = { frame, isStored: false, sentTo: new Map() };
      newest.set(device, delivered);
      for (const gateway of gateways) {
        if (gateway === ownId()) {
          viewers.deliver(frame);
          metrics.delivered('local');
        } else sendTo(gateway, delivered, at);
      }
      if (at - (storedAt.get(device) ?? 0) >= STORE_INTERVAL_MS) store(company, delivered, at);
    },
    /** Tells viewers that the screen is unchanged. @returns whether the frame that it refers to is known */
    confirm(company: CompanyPk, { device, at }: { device: DevicePk; at: number }, gateways: Iterable<string>): boolean {
      const delivered = newest.get(device);
      if (!delivered) return false;
      const same = { device_pk: device, at, of: delivered.frame.header.at };
      for (const gateway of gateways) {
        if (gateway === ownId()) viewers.confirm(same);
        else if (at - (delivered.sentTo.get(gateway) ?? 0) >= SEND_AGAIN_MS) sendTo(gateway, delivered, at);
        else send(device, gateway, () => redis.publish(channels.frames(gateway), packUnchangedFrame(same)));
      }
      const interval = delivered.isStored ? STORE_SAME_INTERVAL_MS : STORE_INTERVAL_MS;
      if (at - (storedAt.get(device) ?? 0) >= interval) store(company, delivered, at);
      return true;
    },
    /** The newest frame is not known, or not wanted any more. */
    release: (device: DevicePk) => void newest.delete(device),
    forget(device: DevicePk): void {
      newest.delete(device);
      storedAt.delete(device);
    },
    get size() {
      return newest.size + storedAt.size + inFlight.size;
    },
  };
}
