import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { frameHidesCurrentAreas } from '@vigil/shared/platform/fleet/blur-regions-hash';
import type { FrameSealer } from '@vigil/shared/platform/frame-sealing';
import {
  ALL_WIDTHS,
  packFrame,
  packUnchangedFrame,
  unpackGatewayMessage,
  type RelayedFrame,
  type WidthRange,
} from '@vigil/shared/platform/redis/frames';
import { storeLastFrame } from '@vigil/shared/platform/redis/last-frames';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { Deps } from '../deps.ts';
import type { FrameMetrics } from './frame-metrics.ts';
import type { BrowserFrameSender } from './frame-viewers.ts';
import { coversWidth, FramesByWidth } from './frame-widths.ts';

/** The stored frame serves the first paint and polling, which read it at most every few seconds. */
const STORE_INTERVAL_MS = 2_000;
/**
 * A stored frame is kept for minutes after its screen was last seen: that of an unchanged screen is stored again in
 * time.
 */
const STORE_SAME_INTERVAL_MS = 60_000;
/**
 * While the screen is unchanged, another gateway gets the frame again after this: it may have dropped it, for example
 * with its last viewer.
 */
const SEND_AGAIN_MS = 10_000;

interface Delivered {
  readonly frame: RelayedFrame;
  readonly widths: WidthRange;
  readonly hiddenAreas: string | null;
  /** As one message, made for the first who needs it. */
  packed?: Buffer;
  isStored: boolean;
  /** When it was sent to each gateway elsewhere, by the monotonic clock. */
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
    storageOf,
    hiddenAreasIn,
    largestWidth,
    steadyNow,
  }: {
    viewers: BrowserFrameSender;
    metrics: FrameMetrics;
    ownId: () => string;
    /** Null without a key: then no frame is stored. */
    seal: FrameSealer | null;
    /**
     * What the frames of a device have to hide to be stored, and the version of the fleet that says so; null: none is
     * stored. Redis stores none for a version that is outdated.
     */
    storageOf: (company: CompanyPk, device: DevicePk) => { version: number; hiddenAreas: string } | null;
    /** What frames that the device sends now do not show; null: unknown. */
    hiddenAreasIn: (company: CompanyPk, device: DevicePk) => string | null;
    /** Of the frames that are demanded of a device now. */
    largestWidth: (device: DevicePk) => number;
    /** A monotonic clock, in milliseconds: wall clocks are set back. */
    steadyNow: () => number;
  },
) {
  /** The newest frames of each device that is watched, and where they have been brought to. */
  const newest = new Map<DevicePk, FramesByWidth<Delivered>>();
  /** When a frame of each device was last stored, by the monotonic clock. */
  const storedAt = new Map<DevicePk, number>();
  /** Writes in flight, by device, width and destination. Frames that arrive meanwhile are dropped. */
  const inFlight = new Set<string>();
  let unsubscribe: Unsubscribe | undefined;

  const report = (cause: unknown) => log.debug({ err: cause }, 'frame not delivered');

  /**
   * Hands one frame over to Redis, unless an earlier one of the device and width to the same destination is in flight.
   */
  const send = ({ header, widths }: RelayedFrame, destination: string, work: () => Promise<unknown>): boolean => {
    const key = `${header.device_pk} ${widths.above} ${destination}`;
    if (inFlight.has(key)) return false;
    inFlight.add(key);
    work()
      .catch(report)
      .finally(() => inFlight.delete(key));
    return true;
  };

  const packedOf = (delivered: Delivered): Buffer => (delivered.packed ??= packFrame(delivered.frame));

  const sendTo = (gateway: string, delivered: Delivered): void => {
    const publish = () => redis.publish(busChannels.frames(gateway), packedOf(delivered));
    if (!send(delivered.frame, gateway, publish)) return metrics.dropped('in_flight');
    delivered.sentTo.set(gateway, steadyNow());
    metrics.delivered('redis');
  };

  const store = (company: CompanyPk, delivered: Delivered, at: number): void => {
    const { device_pk: device, ext, at: capturedAt } = delivered.frame.header;
    const { hiddenAreas } = delivered;
    const storage = storageOf(company, device);
    if (!seal || !storage || !frameHidesCurrentAreas(hiddenAreas, storage.hiddenAreas)) return;
    const { version } = storage;
    const owner = { company, device };
    const work = async () => {
      const sealed = seal(packedOf(delivered), owner);
      const state = { ext, capturedAt, seenAt: at, hiddenAreas };
      const isStored = await storeLastFrame(redis, { ...state, sealed }, { ...owner, version });
      if (!isStored) delivered.isStored = false;
    };
    if (!send(delivered.frame, 'store', work)) return;
    delivered.isStored = true;
    storedAt.set(device, steadyNow());
  };

  const elapsedSince = (time: number | undefined): number =>
    time === undefined ? Number.POSITIVE_INFINITY : steadyNow() - time;

  /**
   * Of several frames of a device the largest is stored. Once the viewers of a larger one have left, that is another
   * frame.
   */
  const isLargest = ({ frame: { header }, widths }: Delivered): boolean =>
    coversWidth(widths, largestWidth(header.device_pk));

  const confirmTo = (gateways: Iterable<string>, delivered: Delivered, at: number): void => {
    const { device_pk, at: of } = delivered.frame.header;
    const same = { device_pk, at, of, above: delivered.widths.above };
    for (const gateway of gateways) {
      if (gateway === ownId()) {
        // Its viewers here had all left for a while.
        if (!viewers.confirm(same)) viewers.deliver(delivered.frame);
      } else if (elapsedSince(delivered.sentTo.get(gateway)) >= SEND_AGAIN_MS) sendTo(gateway, delivered);
      else send(delivered.frame, gateway, () => redis.publish(busChannels.frames(gateway), packUnchangedFrame(same)));
    }
  };

  return {
    async listenAs(id: string): Promise<void> {
      const before = unsubscribe;
      unsubscribe = await redis.subscribeBytes(busChannels.frames(id), (packed) => {
        const delivery = unpackGatewayMessage(packed);
        if ('of' in delivery) viewers.confirm(delivery);
        else viewers.deliver(delivery);
      });
      await before?.().catch(() => undefined);
    },
    deliver(company: CompanyPk, frame: RelayedFrame, gateways: Iterable<string>): void {
      const { device_pk: device, at } = frame.header;
      const hiddenAreas = hiddenAreasIn(company, device);
      const delivered: Delivered = { frame, widths: frame.widths, hiddenAreas, isStored: false, sentTo: new Map() };
      const ofDevice = newest.get(device) ?? new FramesByWidth<Delivered>();
      newest.set(device, ofDevice);
      ofDevice.put(delivered);
      for (const gateway of gateways) {
        if (gateway === ownId()) {
          viewers.deliver(frame);
          metrics.delivered('local');
        } else sendTo(gateway, delivered);
      }
      if (isLargest(delivered) && elapsedSince(storedAt.get(device)) >= STORE_INTERVAL_MS)
        store(company, delivered, at);
    },
    /**
     * Tells viewers that the screen is unchanged. @param widths of the requests for which that was said
     * @returns whether the frames that it refers to are known
     */
    confirm(
      company: CompanyPk,
      { device, at, widths }: { device: DevicePk; at: number; widths: readonly number[] },
      gatewaysFor: (widths: WidthRange) => Iterable<string>,
    ): boolean {
      const known = widths.map((width) => newest.get(device)?.for(width));
      for (const delivered of new Set(known)) {
        if (!delivered) continue;
        confirmTo(gatewaysFor(delivered.widths), delivered, at);
        const interval = delivered.isStored ? STORE_SAME_INTERVAL_MS : STORE_INTERVAL_MS;
        if (isLargest(delivered) && elapsedSince(storedAt.get(device)) >= interval) store(company, delivered, at);
      }
      return !known.includes(undefined);
    },
    /** The newest frames for these widths are not known, or not wanted any more. */
    release: (device: DevicePk, widths: WidthRange = ALL_WIDTHS): void => newest.get(device)?.release(widths),
    forget(device: DevicePk): void {
      newest.delete(device);
      storedAt.delete(device);
    },
    get size() {
      return newest.size + storedAt.size + inFlight.size;
    },
  };
}
