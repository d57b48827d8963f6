import type { PayloadOf } from '@vigil/shared/contract/event';
import type { FrameHeader, companyFrameTraffic } from '@vigil/shared/contract/events/browser-down/frames';
import { frameRequestLimits } from '@vigil/shared/contract/frame-request-limits';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { createSignal, type Signal } from './signal.ts';

export type FrameTraffic = PayloadOf<typeof companyFrameTraffic>;

/** A frame of a screen, as a blob URL. */
export interface ScreenFrame {
  url: string;
  /** When the screen was last known to look like that, in milliseconds on the clock of `now`. */
  at: number;
  /** How often that is told at least, in milliseconds; 0 = as often as requested. */
  everyMs: number;
  /** It was read from the server, and not sent by the device. */
  isStored?: boolean;
}

/** A stored frame of the server; `ageMs`: how long ago the screen was last known to look like that. */
interface StoredFrame {
  bytes: Blob;
  ageMs: number;
}

export interface TileCaptureRequest {
  width: number;
  intervalMs: number;
  /** Slowed down last where the frames exceed a budget. */
  isUrgent?: boolean;
  /** Only the stored frame is shown. */
  isPaused?: boolean;
}

/** Of a device; `every_ms`: how often its frames come now, if that is less often than requested. */
interface Told {
  device_pk: DevicePk;
  every_ms?: number | undefined;
}

export interface LiveFrames {
  /** Requests frames of a device until the returned function is called. */
  request: (pk: DevicePk, request: TileCaptureRequest) => () => void;
  frame: (pk: DevicePk) => ScreenFrame | undefined;
  /** How long ago the screen was last known to look like its frame, in milliseconds; null without a frame. */
  ageMs: (pk: DevicePk) => number | null;
  /** Whether a frame is older than its request allows, or was when its request ended. */
  isStale: (pk: DevicePk) => boolean;
  subscribe: (pk: DevicePk, listener: () => void) => () => void;
  receive: (header: Told & Pick<FrameHeader, 'ext'>, bytes: BlobPart) => void;
  /** The screen is still that of the frame. */
  confirm: (same: Told) => void;
  /**
   * Reads the stored frame and shows it unless there is a newer one; null: the server has none. @throws what `read`
   * throws
   */
  readStored: (pk: DevicePk, read: () => Promise<StoredFrame | null>) => Promise<void>;
  /** The screen may not be shown any more. */
  remove: (pk: DevicePk) => void;
  /** The server has deleted the stored frame: it is not shown any more, unless the device still sends it. */
  removeStored: (pk: DevicePk) => void;
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
  /**
   * Rejects when the server has not accepted the requests; null without a connection. `refused`: the devices that it
   * does not show.
   */
  watch: (demand: { requests: FrameRequest[]; formats: string[] }) => Promise<{ refused: readonly DevicePk[] } | null>;
  isConnected: () => boolean;
  /** Milliseconds of a clock that does not go back. */
  now: () => number;
}

/** Scrolling changes the visible devices many times a second. */
const ANNOUNCE_AFTER_MS = 120;
/** After a failure the requests are sent again. */
const RETRY_MS = 10_000;
/** Users look into other tabs for a moment. */
const HIDDEN_AFTER_MS = 10_000;
/** Every browser that runs this code decodes WebP. */
const FORMATS = ['webp', 'jpg'];

/** A frame is stale when neither another one nor its confirmation came for so many intervals. */
const STALE_INTERVALS = 3;
/** The server writes the time of a stored frame this often while its screen is unchanged. */
const STORED_EVERY_MS = 60_000;

const within = ({ least, most }: { least: number; most: number }, value: number): number =>
  Math.round(Math.min(most, Math.max(least, value)));

/**
 * One request for all devices of which the same is asked: a tile in a panel of its own leaves the others as they are.
 */
function grouped(requests: readonly (readonly [DevicePk, ReadonlySet<TileCaptureRequest>])[]): FrameRequest[] {
  const groups = new Map<string, FrameRequest>();
  for (const [pk, set] of requests) {
    const live = [...set].filter(({ isPaused }) => !isPaused);
    if (live.length === 0) continue;
    const width = Math.max(...live.map((request) => request.width));
    const interval_ms = Math.min(...live.map((request) => request.intervalMs));
    const isUrgent = live.some((request) => request.isUrgent);
    const key = `${width} ${interval_ms} ${isUrgent}`;
    const group = groups.get(key) ?? { devices: [], width, interval_ms, ...(isUrgent ? { urgent: true } : {}) };
    groups.set(key, group);
    group.devices.push(pk);
  }
  return [...groups.values()];
}

/** Requests frames for the visible devices only: without demand there are no frames. */
export function createLiveFrames({ watch, isConnected, now }: FramesOptions): LiveFrames {
  const requests = new Map<DevicePk, Set<TileCaptureRequest>>();
  /** Since when the frames of each device are requested without an interruption. */
  const requestedAt = new Map<DevicePk, number>();
  /** How long the frames of each device were requested before, in milliseconds, since one came last. */
  const waitedBefore = new Map<DevicePk, number>();
  const frames = new Map<DevicePk, ScreenFrame>();
  /** The devices whose frames were stale when their requests ended: they stay so until there is a newer one. */
  const leftStale = new Set<DevicePk>();
  /** The devices whose frames the server takes for shown here, which they are not. */
  const missing = new Set<DevicePk>();
  const listeners = new Map<DevicePk, Set<() => void>>();
  const traffic = createSignal<FrameTraffic | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let isHidden = false;

  const announce = () => {
    clearTimeout(timer);
    timer = undefined;
    // Without a connection nothing could replace them.
    if (isConnected()) for (const pk of frames.keys()) if (!requests.has(pk)) set(pk, null);
    if (requests.size === 0) traffic.set(null);
    const wanted = isHidden
      ? []
      : [...requests].filter(([pk]) => !missing.has(pk)).slice(0, frameRequestLimits.devices);
    watch({ requests: grouped(wanted), formats: FORMATS }).then(
      (answer) => (answer?.refused.length ?? 0) > 0 && retry(),
      retry,
    );
    if (missing.size === 0) return;
    missing.clear();
    announceAfter(ANNOUNCE_AFTER_MS);
  };
  const announceAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(announce, ms);
  };
  const retry = () => {
    timer ??= setTimeout(announce, RETRY_MS);
  };

  /** Frames have not come for a reason of this page or its connection, which says nothing about the devices. */
  const startAnew = () => {
    leftStale.clear();
    waitedBefore.clear();
    for (const pk of requests.keys()) requestedAt.set(pk, now());
    announce();
  };

  const tell = (pk: DevicePk) => {
    for (const listener of listeners.get(pk) ?? []) listener();
  };

  const set = (pk: DevicePk, frame: ScreenFrame | null) => {
    const old = frames.get(pk);
    if (frame) frames.set(pk, frame);
    else frames.delete(pk);
    tell(pk);
    // The old frame stays valid until the next one is painted.
    if (old && old.url !== frame?.url) setTimeout(() => URL.revokeObjectURL(old.url), 1_000);
  };

  const show = (pk: DevicePk, frame: ScreenFrame) => {
    waitedBefore.delete(pk);
    requestedAt.set(pk, now());
    leftStale.delete(pk);
    set(pk, frame);
  };

  /** How long the frames of a device are not stale, in milliseconds. */
  const freshMs = (pk: DevicePk, everyMs = 0): number => {
    const live = [...(requests.get(pk) ?? [])].filter(({ isPaused }) => !isPaused);
    return STALE_INTERVALS * Math.max(Math.min(...live.map(({ intervalMs }) => intervalMs)), everyMs);
  };
  const waitedMs = (pk: DevicePk): number => (waitedBefore.get(pk) ?? 0) + now() - (requestedAt.get(pk) ?? now());
  const isOld = (pk: DevicePk): boolean => {
    const frame = frames.get(pk);
    if (!frame || !requests.has(pk)) return false;
    return waitedMs(pk) > freshMs(pk) && now() - frame.at > freshMs(pk, frame.everyMs);
  };

  const removeStored = (pk: DevicePk) => {
    leftStale.delete(pk);
    const frame = frames.get(pk);
    if (!frame || !requests.has(pk)) return;
    const removeUnlessConfirmed = () => frames.get(pk)?.at === frame.at && set(pk, null);
    if (frame.isStored) set(pk, null);
    else setTimeout(removeUnlessConfirmed, frame.at + freshMs(pk, frame.everyMs) - now());
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
        const isLast = ofDevice.size === 1;
        if (isLast && isOld(pk)) leftStale.add(pk);
        if (isLast) waitedBefore.set(pk, waitedMs(pk));
        ofDevice.delete(limited);
        // Its frame stays for the next announcement: what replaces this request, such as the preview over the panel,
        // shows it at once.
        if (isLast && requests.get(pk) === ofDevice) requests.delete(pk);
        announceAfter(ANNOUNCE_AFTER_MS);
      };
    },
    frame: (pk) => frames.get(pk),
    ageMs(pk) {
      const frame = frames.get(pk);
      return frame ? now() - frame.at : null;
    },
    isStale: (pk) => leftStale.has(pk) || isOld(pk),
    subscribe(pk, listener) {
      const own = listeners.get(pk) ?? new Set();
      listeners.set(pk, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(pk);
      };
    },
    receive({ device_pk: pk, ext, every_ms: everyMs = 0 }, bytes) {
      if (!requests.has(pk)) return;
      const type = ext === 'jpg' ? 'image/jpeg' : `image/${ext}`;
      show(pk, { url: URL.createObjectURL(new Blob([bytes], { type })), at: now(), everyMs });
    },
    confirm({ device_pk: pk, every_ms: everyMs = 0 }) {
      const frame = frames.get(pk);
      if (frame) return show(pk, { url: frame.url, at: now(), everyMs });
      if (!requests.has(pk)) return;
      missing.add(pk);
      timer ??= setTimeout(announce, ANNOUNCE_AFTER_MS);
    },
    async readStored(pk, read) {
      // Before it is asked for: a frame that comes meanwhile is newer.
      const askedAt = now();
      const stored = await read();
      if (!requests.has(pk)) return;
      if (!stored) return removeStored(pk);
      const at = askedAt - stored.ageMs;
      const before = frames.get(pk);
      if (before && before.at >= at) return;
      set(pk, { url: URL.createObjectURL(stored.bytes), at, everyMs: STORED_EVERY_MS, isStored: true });
    },
    removeStored,
    remove(pk) {
      leftStale.delete(pk);
      if (frames.has(pk)) set(pk, null);
    },
    traffic,
    renew: () => {
      if (requests.size > 0 || frames.size > 0) startAnew();
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
