import type { FrameHeader } from '@vigil/shared/contract/events/browser-down/thumbnail';
import type { frameTraffic } from '@vigil/shared/contract/events/browser-down/frame-traffic';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { z } from 'zod';
import { createSignal, type Signal } from './signal.ts';

export type FrameTraffic = PayloadOf<typeof frameTraffic>;

/** A frame of a screen, as a blob URL. */
export interface Frame {
  url: string;
  /**
   * When it came, or was confirmed last, in milliseconds since 1970 on this computer's clock, which may differ from the server's; null when
   * the age is unknown.
   */
  at: number | null;
  /** How long the confirmation before was ago then; 0 for a first frame. */
  gapMs: number;
}

export interface CaptureRequest {
  width: number;
  intervalMs: number;
  /** Slowed down last where the frames exceed a budget. */
  isUrgent?: boolean;
}

/** A frame is stale when neither another one nor its confirmation came for so many intervals. */
const STALE_INTERVALS = 3;

/** @param intervalMs that was requested; the configuration of a device may make its frames rarer */
export const isStale = ({ at, gapMs }: Pick<Frame, 'at' | 'gapMs'>, intervalMs: number, now: number): boolean =>
  at !== null && now - at > STALE_INTERVALS * Math.max(intervalMs, gapMs);

export interface Frames {
  /** Requests frames of a device until the returned function is called. */
  request: (pk: DevicePk, request: CaptureRequest) => () => void;
  frame: (pk: DevicePk) => Frame | undefined;
  /** Whether a frame that is requested is older than its request allows. */
  isStale: (pk: DevicePk) => boolean;
  subscribe: (pk: DevicePk, listener: () => void) => () => void;
  receive: (header: z.output<typeof FrameHeader>, bytes: BlobPart) => void;
  /** The screen is still that of the frame. */
  confirm: (same: { device_pk: DevicePk }) => void;
  /** The stored frame of the server, for the first paint; it does not replace a recent live frame. */
  putStored: (pk: DevicePk, stored: Blob) => void;
  /** What the frames of the company take of their budget; null while the server has not said so, as to users who are no administrators. */
  traffic: Signal<FrameTraffic | null>;
  /** Sends the current requests again, after a reconnection. */
  renew: () => void;
  dispose: () => void;
}

interface FrameRequest {
  devices: DevicePk[];
  width: number;
  interval_ms: number;
  urgent?: true;
}

interface FramesOptions {
  watch: (demand: { requests: FrameRequest[]; formats: string[] }) => void;
  now: () => number;
}

/** Scrolling changes the visible devices many times a second. */
const ANNOUNCE_AFTER_MS = 120;
const MAX_DEVICES = 1_000;
/** Every browser that runs this code decodes WebP. */
const FORMATS = ['webp', 'jpg'];
/** A live frame that is older than this may be replaced by a stored frame. */
const LIVE_FOR_MS = 5_000;

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
  const frames = new Map<DevicePk, Frame>();
  const listeners = new Map<DevicePk, Set<() => void>>();
  const traffic = createSignal<FrameTraffic | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const announce = () => {
    for (const pk of frames.keys()) if (!requests.has(pk)) set(pk, null);
    if (requests.size === 0) traffic.set(null);
    watch({ requests: grouped([...requests].slice(0, MAX_DEVICES)), formats: FORMATS });
  };
  const announceSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(announce, ANNOUNCE_AFTER_MS);
  };

  const tell = (pk: DevicePk) => {
    for (const listener of listeners.get(pk) ?? []) listener();
  };

  const confirmation = (pk: DevicePk): Pick<Frame, 'at' | 'gapMs'> => {
    const at = now();
    return { at, gapMs: at - (frames.get(pk)?.at ?? at) };
  };

  const set = (pk: DevicePk, frame: Frame | null) => {
    const old = frames.get(pk);
    if (frame) frames.set(pk, frame);
    else frames.delete(pk);
    tell(pk);
    // The old frame stays valid until the next one is painted.
    if (old) setTimeout(() => URL.revokeObjectURL(old.url), 1_000);
  };

  return {
    request(pk, request) {
      const set_ = requests.get(pk) ?? new Set();
      requests.set(pk, set_.add(request));
      announceSoon();
      return () => {
        set_.delete(request);
        // Its frame stays for the next announcement: what replaces this request, such as the preview over the panel, shows it at once.
        if (set_.size === 0 && requests.get(pk) === set_) requests.delete(pk);
        announceSoon();
      };
    },
    frame: (pk) => frames.get(pk),
    isStale(pk) {
      const frame = frames.get(pk);
      const intervals = [...(requests.get(pk) ?? [])].map(({ intervalMs }) => intervalMs);
      return frame !== undefined && intervals.length > 0 && isStale(frame, Math.min(...intervals), now());
    },
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
      set(device_pk, { url: URL.createObjectURL(new Blob([bytes], { type })), ...confirmation(device_pk) });
    },
    confirm({ device_pk }) {
      const frame = frames.get(device_pk);
      if (!frame) return;
      frames.set(device_pk, { ...frame, ...confirmation(device_pk) });
      tell(device_pk);
    },
    putStored(pk, stored) {
      const { at = null } = frames.get(pk) ?? {};
      if (!requests.has(pk) || (at !== null && now() - at < LIVE_FOR_MS)) return;
      set(pk, { url: URL.createObjectURL(stored), at: null, gapMs: 0 });
    },
    traffic,
    renew: () => {
      if (requests.size > 0) announce();
    },
    dispose() {
      clearTimeout(timer);
      for (const { url } of frames.values()) URL.revokeObjectURL(url);
      frames.clear();
    },
  };
}
