import type { FrameHeader } from '@vigil/shared/contract/events/browser-down/thumbnail';
import type { frameTraffic } from '@vigil/shared/contract/events/browser-down/frame-traffic';
import type { PayloadOf } from '@vigil/shared/contract/event';
import { frameRequestLimits } from '@vigil/shared/contract/frame-request-limits';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { z } from 'zod';
import { createSignal, type Signal } from './signal.ts';

export type FrameTraffic = PayloadOf<typeof frameTraffic>;

/** A frame of a screen, as a blob URL. */
export interface Frame {
  url: string;
  /**
   * When the screen was last known to look like that, in milliseconds since 1970 on this computer's clock, which may differ from the
   * server's.
   */
  at: number;
  /** How often that is told, as far as it is known, in milliseconds. */
  everyMs: number;
}

export interface CaptureRequest {
  width: number;
  intervalMs: number;
  /** Slowed down last where the frames exceed a budget. */
  isUrgent?: boolean;
}

export interface Frames {
  /** Requests frames of a device until the returned function is called. */
  request: (pk: DevicePk, request: CaptureRequest) => () => void;
  frame: (pk: DevicePk) => Frame | undefined;
  /** Whether a frame is older than its request allows, or was when its request ended. */
  isStale: (pk: DevicePk) => boolean;
  subscribe: (pk: DevicePk, listener: () => void) => () => void;
  receive: (header: z.output<typeof FrameHeader>, bytes: BlobPart) => void;
  /** The screen is still that of the frame. */
  confirm: (same: { device_pk: DevicePk }) => void;
  /** Shows the stored frame of the server, unless there is a newer one. */
  putStored: (pk: DevicePk, stored: { bytes: Blob; ageMs: number }) => void;
  /** The server has deleted the stored frame: it is not shown any more, unless the device still sends it. */
  removeStored: (pk: DevicePk) => void;
  /** What the frames of the company take of their budget; null while the server has not said so, as to users who are no administrators. */
  traffic: Signal<FrameTraffic | null>;
  /** Sends the current requests again, after a reconnection. */
  renew: () => void;
  /** Whether the page is seen. While it is not, no frames are requested. */
  setVisible: (isVisible: boolean) => void;
  dispose: () => void;
}

interface FrameRequest {
  devices: DevicePk[];
  width: number;
  interval_ms: number;
  urgent?: true;
}

interface FramesOptions {
  /** Rejects when the server has not accepted the requests. */
  watch: (demand: { requests: FrameRequest[]; formats: string[] }) => Promise<unknown>;
  now: () => number;
}

/** Scrolling changes the visible devices many times a second. */
const ANNOUNCE_AFTER_MS = 120;
/** After a failure the requests are sent again. */
const RETRY_MS = 10_000;
/** Users look into other tabs for a moment. */
const HIDDEN_AFTER_MS = 10_000;
const MAX_DEVICES = 1_000;
/** Every browser that runs this code decodes WebP. */
const FORMATS = ['webp', 'jpg'];

/** A frame is stale when neither another one nor its confirmation came for so many intervals. */
const STALE_INTERVALS = 3;
/** The server writes the time of a stored frame this often while its screen is unchanged. */
const STORED_EVERY_MS = 60_000;
/** Of a first frame it is not known whether a budget or the configuration of its device makes frames rarer than requested. */
const FIRST_EVERY_MS = 10_000;

const within = ({ least, most }: { least: number; most: number }, value: number): number =>
  Math.round(Math.min(most, Math.max(least, value)));

/** One request for all devices of which the same is asked: a tile in a panel of its own leaves the others as they are. */
function grouped(requests: readonly (readonly [DevicePk, ReadonlySet<CaptureRequest>])[]): FrameRequest[] {
  const groups = new Map<string, FrameRequest>();
  for (const [pk, set] of requests) {
    const width = Math.max(...[...set].map((request) => request.width));
    const interval_ms = Math.min(...[...set].map((request) => request.intervalMs));
    const isUrgent = [...set].some((request) => request.isUrgent);
    const key = `${width} ${interval_ms} ${isUrgent}`;
    const group = groups.get(key) ?? { devices: [], width, interval_ms, ...(isUrgent ? { urgent: true } : {}) };
    groups.set(key, group);
    group.devices.push(pk);
  }
  return [...groups.values()];
}

/** Requests frames for the visible devices only: without demand there are no frames (architecture, flow C). */
export function createFrames({ watch, now }: FramesOptions): Frames {
  const requests = new Map<DevicePk, Set<CaptureRequest>>();
  /** Since when the frames of each device are requested without an interruption, in milliseconds since 1970. */
  const requestedAt = new Map<DevicePk, number>();
  const frames = new Map<DevicePk, Frame>();
  /** The time between the last two live frames or confirmations of each device, in milliseconds. */
  const intervals = new Map<DevicePk, number>();
  /** The devices whose frames were stale when their requests ended: they stay so until there is a newer one. */
  const leftStale = new Set<DevicePk>();
  const listeners = new Map<DevicePk, Set<() => void>>();
  const traffic = createSignal<FrameTraffic | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let isHidden = false;

  const announce = () => {
    clearTimeout(timer);
    for (const pk of frames.keys()) if (!requests.has(pk)) set(pk, null);
    if (requests.size === 0) traffic.set(null);
    const wanted = isHidden ? [] : grouped([...requests].slice(0, MAX_DEVICES));
    watch({ requests: wanted, formats: FORMATS }).catch(() => announceAfter(RETRY_MS));
  };
  const announceAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(announce, ms);
  };

  /** Frames have not come for a reason of this page or its connection, which says nothing about the devices. */
  const startAnew = () => {
    leftStale.clear();
    for (const pk of requests.keys()) requestedAt.set(pk, now());
    announce();
  };

  const tell = (pk: DevicePk) => {
    for (const listener of listeners.get(pk) ?? []) listener();
  };

  const set = (pk: DevicePk, frame: Frame | null) => {
    const old = frames.get(pk);
    if (frame) frames.set(pk, frame);
    else frames.delete(pk);
    tell(pk);
    // The old frame stays valid until the next one is painted.
    if (old && old.url !== frame?.url) setTimeout(() => URL.revokeObjectURL(old.url), 1_000);
  };

  const confirmNow = (pk: DevicePk, url: string) => {
    const at = now();
    const before = frames.get(pk)?.at ?? 0;
    // A longer one would not be requested: after a pause it is learnt anew.
    if (before >= (requestedAt.get(pk) ?? at))
      intervals.set(pk, Math.min(at - before, frameRequestLimits.interval.most));
    leftStale.delete(pk);
    set(pk, { url, at, everyMs: intervals.get(pk) ?? FIRST_EVERY_MS });
  };

  /** How long the frames of a device are not stale. */
  const freshMs = (pk: DevicePk, everyMs = 0): number => {
    const requested = [...(requests.get(pk) ?? [])].map(({ intervalMs }) => intervalMs);
    return STALE_INTERVALS * Math.max(Math.min(...requested), everyMs);
  };
  const isOld = (pk: DevicePk): boolean => {
    const frame = frames.get(pk);
    if (!frame || !requests.has(pk)) return false;
    return now() - (requestedAt.get(pk) ?? 0) > freshMs(pk) && now() - frame.at > freshMs(pk, frame.everyMs);
  };

  return {
    request(pk, { width, intervalMs, ...request }) {
      const limited = {
        ...request,
        width: within(frameRequestLimits.width, width),
        intervalMs: within(frameRequestLimits.interval, intervalMs),
      };
      const ofDevice = requests.get(pk) ?? new Set();
      if (ofDevice.size === 0) requestedAt.set(pk, now());
      requests.set(pk, ofDevice.add(limited));
      announceAfter(ANNOUNCE_AFTER_MS);
      return () => {
        if (ofDevice.size === 1 && isOld(pk)) leftStale.add(pk);
        ofDevice.delete(limited);
        // Its frame stays for the next announcement: what replaces this request, such as the preview over the panel, shows it at once.
        if (ofDevice.size === 0 && requests.get(pk) === ofDevice) requests.delete(pk);
        announceAfter(ANNOUNCE_AFTER_MS);
      };
    },
    frame: (pk) => frames.get(pk),
    isStale: (pk) => leftStale.has(pk) || isOld(pk),
    subscribe(pk, listener) {
      const own = listeners.get(pk) ?? new Set();
      listeners.set(pk, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(pk);
      };
    },
    receive({ device_pk, ext }, bytes) {
      if (!requests.has(device_pk)) return;
      const type = ext === 'jpg' ? 'image/jpeg' : `image/${ext}`;
      confirmNow(device_pk, URL.createObjectURL(new Blob([bytes], { type })));
    },
    confirm({ device_pk }) {
      const frame = frames.get(device_pk);
      if (frame) confirmNow(device_pk, frame.url);
    },
    putStored(pk, { bytes, ageMs }) {
      const at = now() - ageMs;
      const before = frames.get(pk);
      if (!requests.has(pk) || (before && before.at >= at)) return;
      set(pk, { url: URL.createObjectURL(bytes), at, everyMs: STORED_EVERY_MS });
    },
    removeStored(pk) {
      const frame = frames.get(pk);
      if (!frame || !requests.has(pk)) return;
      const removeUnlessConfirmed = () => frames.get(pk)?.at === frame.at && set(pk, null);
      setTimeout(removeUnlessConfirmed, frame.at + freshMs(pk, intervals.get(pk) ?? FIRST_EVERY_MS) - now());
    },
    traffic,
    renew: () => {
      if (requests.size > 0) startAnew();
    },
    setVisible(isVisible) {
      clearTimeout(hiding);
      if (isVisible && isHidden) {
        isHidden = false;
        startAnew();
      } else if (!isVisible)
        hiding = setTimeout(() => {
          isHidden = true;
          announce();
        }, HIDDEN_AFTER_MS);
    },
    dispose() {
      clearTimeout(timer);
      clearTimeout(hiding);
      for (const { url } of frames.values()) URL.revokeObjectURL(url);
      frames.clear();
    },
  };
}
