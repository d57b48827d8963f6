import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { RelayedFrame, UnchangedFrame } from '@vigil/shared/platform/redis/frames';
import { countQueuedPackets, webSocketOf } from '../sockets/connection.ts';
import type { BrowserSocket } from '../sockets/sockets.ts';
import { slowedInterval, type BrowserCaptureRequest } from './capture-request.ts';
import type { BrowserFrameBudget, FrameBudget, Slowdown } from './frame-budget.ts';
import type { FrameMetrics } from './frame-metrics.ts';
import type { DeviceFrameSettings } from './frame-settings.ts';
import { coversWidth, FramesByWidth } from './frame-widths.ts';

interface Viewer {
  readonly socket: BrowserSocket;
  readonly budget: BrowserFrameBudget;
  readonly watched: ReadonlyMap<DevicePk, BrowserCaptureRequest>;
  readonly shown: Map<DevicePk, Shown>;
  /** The newest unsent frame of each device, while the connection is slow. */
  readonly waiting: Map<DevicePk, Held>;
}

/** A frame with the time at which it came here, by the monotonic clock. */
interface Arrived {
  readonly frame: RelayedFrame;
  readonly arrivedAt: number;
}

interface Held extends Arrived {
  /** Of the device at that time. A later version may hide a part of the frame; agents answer it with another frame. */
  readonly settingsVersion: number | undefined;
}

/** What a viewer was told of a device last. */
interface Shown {
  /** When the frame that it shows was captured, in milliseconds since 1970; 0 = it has none. */
  readonly captured: number;
  /** Its widths; see `WidthRange`. */
  readonly above: number;
  /**
   * When that was confirmed last, by the frame itself or by the message that the screen is unchanged: the arrival of
   * these here, by the monotonic clock. Those of the header are of a wall clock, which may be set back, and of another
   * gateway.
   */
  readonly confirmedAt: number;
}
const NOTHING: Shown = { captured: 0, above: 0, confirmedAt: Number.NEGATIVE_INFINITY };

/** A frame may arrive this early, as a share of the interval; otherwise jitter would drop every second frame. */
const EARLY_TOLERANCE = 0.8;
const RETRY_MS = 50;

const MAX_QUEUED_PACKETS = 16;
const MAX_QUEUED_BYTES = 256 * 1_024;

/** Whether a connection transmits as fast as it is written to. */
const keepsUp = ({ conn }: BrowserSocket): boolean =>
  countQueuedPackets(conn) < MAX_QUEUED_PACKETS && (webSocketOf(conn)?.bufferedAmount ?? 0) < MAX_QUEUED_BYTES;

/** @param arrivedAt when there was something to tell, by the monotonic clock */
function isDue({ budget, watched, shown }: Viewer, device: DevicePk, arrivedAt: number): boolean {
  const request = watched.get(device);
  const interval = request ? slowedInterval(request, budget.slowdown) : 0;
  return arrivedAt - (shown.get(device) ?? NOTHING).confirmedAt >= interval * EARLY_TOLERANCE;
}

/** Whether a frame is of the size that the viewer asks for, and of a format that it decodes. */
function isFor({ watched }: Viewer, { header, widths }: RelayedFrame): boolean {
  const request = watched.get(header.device_pk);
  return (
    request !== undefined && coversWidth(widths, request.width) && (header.ext !== 'webp' || request.format === 'webp')
  );
}

/** What a viewer was told before counts on while it asks for the same. */
function shownBefore(before: Viewer | undefined, device: DevicePk, { width, format }: BrowserCaptureRequest): Shown {
  const request = before?.watched.get(device);
  const isSame = request?.width === width && request.format === format;
  return (isSame && before?.shown.get(device)) || NOTHING;
}

/**
 * Sends frames to the browsers that watch their devices and may see them at that moment. A slow browser gets fewer
 * frames, never a growing queue.
 */
export function createBrowserFrameSender({
  maySee: hasAccess,
  settingsOf,
  budget,
  metrics,
  steadyNow,
  onRemoved,
}: {
  maySee: (socket: BrowserSocket, device: DevicePk) => boolean;
  settingsOf: (company: CompanyPk, device: DevicePk) => DeviceFrameSettings | undefined;
  budget: Pick<FrameBudget, 'open'>;
  metrics: FrameMetrics;
  /** A monotonic clock, in milliseconds. */
  steadyNow: () => number;
  /** A browser watches no frames any more. */
  onRemoved: (socket: BrowserSocket) => void;
}) {
  const viewers = new Map<string, Viewer>();
  const byDevice = new Map<DevicePk, Set<Viewer>>();
  /**
   * The newest frames of each device that is watched here: viewers who come while the screen is unchanged need them.
   */
  const newest = new Map<DevicePk, FramesByWidth<RelayedFrame>>();
  const slow = new Set<Viewer>();
  let timer: NodeJS.Timeout | undefined;

  /** Frames may still be on their way from an agent that has not heard of a change. */
  const maySee = (socket: BrowserSocket, device: DevicePk): boolean =>
    hasAccess(socket, device) && (settingsOf(socket.data.session.company, device)?.mayCapture ?? false);

  /** How often a viewer gets frames of a device, where that is not as often as it asked for. */
  const paceOf = ({ socket, budget: own, watched }: Viewer, device: DevicePk): { every_ms?: number } => {
    const request = watched.get(device);
    if (!request) return {};
    const minInterval = settingsOf(socket.data.session.company, device)?.minInterval ?? 0;
    const every_ms = Math.max(slowedInterval(request, own.slowdown), minInterval);
    return every_ms === request.interval ? {} : { every_ms };
  };

  /** @param at when the frame was captured, or confirmed since then */
  const send = (viewer: Viewer, { frame, arrivedAt }: Arrived, at = frame.header.at): void => {
    const { header, bytes } = frame;
    const { socket, budget: own, watched, shown } = viewer;
    const device = header.device_pk;
    shown.set(device, { captured: header.at, above: frame.widths.above, confirmedAt: arrivedAt });
    own.count(bytes.length, watched.get(device)?.isUrgent ?? false);
    metrics.sent(bytes.length, at);
    socket.emit('thumbnail', { ...header, at, ...paceOf(viewer, device) }, bytes);
  };

  const versionOf = ({ socket }: Viewer, device: DevicePk): number | undefined =>
    settingsOf(socket.data.session.company, device)?.version;

  const retry = () => {
    timer = undefined;
    for (const viewer of slow) {
      for (const [device, held] of viewer.waiting) {
        if (!keepsUp(viewer.socket)) break;
        viewer.waiting.delete(device);
        const isCurrent = held.settingsVersion === versionOf(viewer, device);
        if (isCurrent && maySee(viewer.socket, device)) send(viewer, held);
      }
      if (viewer.waiting.size === 0) slow.delete(viewer);
    }
    if (slow.size > 0) timer = setTimeout(retry, RETRY_MS);
  };

  const hold = (viewer: Viewer, arrived: Arrived) => {
    const { device_pk: device } = arrived.frame.header;
    if (viewer.waiting.has(device)) metrics.dropped('slow_browser');
    viewer.waiting.set(device, { ...arrived, settingsVersion: versionOf(viewer, device) });
    slow.add(viewer);
    timer ??= setTimeout(retry, RETRY_MS);
  };

  const remove = (socket: BrowserSocket) => {
    const viewer = viewers.get(socket.id);
    if (!viewer) return;
    viewers.delete(socket.id);
    viewer.budget[Symbol.dispose]();
    leaveAll(viewer);
    onRemoved(socket);
  };

  const leaveAll = (viewer: Viewer) => {
    slow.delete(viewer);
    for (const device of viewer.shown.keys()) leave(viewer, device);
  };

  const leave = (viewer: Viewer, device: DevicePk) => {
    const all = byDevice.get(device);
    if (!all?.delete(viewer) || all.size > 0) return;
    byDevice.delete(device);
    newest.delete(device);
  };

  const offer = (viewer: Viewer, arrived: Arrived, at?: number) => {
    if (viewer.waiting.size === 0 && keepsUp(viewer.socket)) send(viewer, arrived, at);
    else hold(viewer, arrived);
  };

  return {
    remove,
    set(socket: BrowserSocket, watched: ReadonlyMap<DevicePk, BrowserCaptureRequest>): void {
      const before = viewers.get(socket.id);
      const shown = new Map([...watched].map(([device, request]) => [device, shownBefore(before, device, request)]));
      if (watched.size === 0) return remove(socket);
      const ofBrowser = before?.budget ?? budget.open(socket.data.session.company);
      const viewer: Viewer = { socket, budget: ofBrowser, watched, shown, waiting: new Map() };
      // First in, then out: what stays watched keeps its newest frame.
      for (const device of watched.keys()) {
        const all = byDevice.get(device) ?? new Set<Viewer>();
        byDevice.set(device, all.add(viewer));
      }
      if (before) leaveAll(before);
      viewers.set(socket.id, viewer);
    },
    sockets: (): readonly BrowserSocket[] => [...viewers.values()].map(({ socket }) => socket),
    slowdownOf: (viewer: string): Slowdown | undefined => viewers.get(viewer)?.budget.slowdown,
    devicesOf: (socket: BrowserSocket): readonly DevicePk[] => [...(viewers.get(socket.id)?.shown.keys() ?? [])],
    /** Sends no more frames of one device to a browser. */
    drop(socket: BrowserSocket, device: DevicePk): void {
      const viewer = viewers.get(socket.id);
      if (!viewer?.shown.delete(device)) return;
      viewer.waiting.delete(device);
      leave(viewer, device);
      if (viewer.shown.size === 0) remove(socket);
    },
    /** The devices of a company that are watched here. */
    devicesIn: (company: CompanyPk): ReadonlySet<DevicePk> =>
      new Set(
        [...viewers.values()].flatMap(({ socket, shown }) =>
          socket.data.session.company === company ? [...shown.keys()] : [],
        ),
      ),
    /** Forgets the frames of a device, whose viewers remain. @returns whether one of them was sent any */
    forget(device: DevicePk): boolean {
      const all = [...(byDevice.get(device) ?? [])];
      const wasShown = all.some(({ shown }) => (shown.get(device) ?? NOTHING).captured !== NOTHING.captured);
      newest.delete(device);
      for (const viewer of all) {
        viewer.waiting.delete(device);
        viewer.shown.set(device, NOTHING);
      }
      return wasShown;
    },
    deliver(frame: RelayedFrame): void {
      const { device_pk: device } = frame.header;
      const arrivedAt = steadyNow();
      const all = byDevice.get(device);
      if (!all) return;
      const ofDevice = newest.get(device) ?? new FramesByWidth<RelayedFrame>();
      newest.set(device, ofDevice);
      ofDevice.put(frame);
      for (const viewer of all)
        if (isFor(viewer, frame) && isDue(viewer, device, arrivedAt) && maySee(viewer.socket, device))
          offer(viewer, { frame, arrivedAt });
    },
    /**
     * Tells viewers that the frame they show is still right; those who do not have it get it.
     * @returns whether the frame is known here
     */
    confirm({ device_pk: device, at, of, above }: UnchangedFrame): boolean {
      const frame = newest.get(device)?.above(above);
      if (frame?.header.at !== of) return false;
      const arrivedAt = steadyNow();
      for (const viewer of byDevice.get(device) ?? []) {
        if (!isFor(viewer, frame) || !isDue(viewer, device, arrivedAt) || viewer.waiting.has(device)) continue;
        if (!maySee(viewer.socket, device)) continue;
        const shown = viewer.shown.get(device);
        if (shown?.captured !== of || shown.above !== above) offer(viewer, { frame, arrivedAt }, at);
        else if (keepsUp(viewer.socket)) {
          viewer.shown.set(device, { captured: of, above, confirmedAt: arrivedAt });
          viewer.socket.emit('thumbnail_same', { device_pk: device, at, ...paceOf(viewer, device) });
        }
      }
      return true;
    },
    get size() {
      return viewers.size + byDevice.size + newest.size + slow.size;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

export type BrowserFrameSender = ReturnType<typeof createBrowserFrameSender>;
