import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Frame } from '@vigil/shared/platform/redis/frames';
import { queuedPackets, webSocketOf } from '../sockets/connection.ts';
import type { BrowserSocket } from '../sockets/sockets.ts';
import type { CaptureRequest } from './capture-request.ts';

interface Viewer {
  readonly socket: BrowserSocket;
  readonly watched: ReadonlyMap<DevicePk, CaptureRequest>;
  /** When the last frame of each device was sent, in milliseconds since 1970. */
  readonly sent: Map<DevicePk, number>;
  /** The newest unsent frame of each device, while the connection is slow. */
  readonly waiting: Map<DevicePk, Frame>;
}

/** A frame may arrive this early, as a share of the interval; otherwise jitter would drop every second frame. */
const EARLY_TOLERANCE = 0.8;
const RETRY_MS = 50;

const MAX_QUEUED_PACKETS = 16;
const MAX_QUEUED_BYTES = 256 * 1_024;

/** Whether a connection transmits as fast as it is written to. */
const keepsUp = ({ conn }: BrowserSocket): boolean =>
  queuedPackets(conn) < MAX_QUEUED_PACKETS && (webSocketOf(conn)?.bufferedAmount ?? 0) < MAX_QUEUED_BYTES;

function send({ socket, sent }: Viewer, frame: Frame): void {
  sent.set(frame.header.device_pk, frame.header.at);
  socket.emit('thumbnail', frame.header, frame.bytes);
}

/**
 * Sends frames to the browsers that watch their devices and may see them at that moment. A slow browser gets fewer
 * frames, never a growing queue.
 */
export function createFrameViewers(maySee: (socket: BrowserSocket, device: DevicePk) => boolean) {
  const viewers = new Map<string, Viewer>();
  const byDevice = new Map<DevicePk, Set<Viewer>>();
  const slow = new Set<Viewer>();
  let timer: NodeJS.Timeout | undefined;

  const retry = () => {
    timer = undefined;
    for (const viewer of slow) {
      for (const [device, frame] of viewer.waiting) {
        if (!keepsUp(viewer.socket)) break;
        viewer.waiting.delete(device);
        if (maySee(viewer.socket, device)) send(viewer, frame);
      }
      if (viewer.waiting.size === 0) slow.delete(viewer);
    }
    if (slow.size > 0) timer = setTimeout(retry, RETRY_MS);
  };

  const hold = (viewer: Viewer, frame: Frame) => {
    viewer.waiting.set(frame.header.device_pk, frame);
    slow.add(viewer);
    timer ??= setTimeout(retry, RETRY_MS);
  };

  const remove = (socket: BrowserSocket) => {
    const viewer = viewers.get(socket.id);
    if (!viewer) return;
    viewers.delete(socket.id);
    slow.delete(viewer);
    for (const [device, all] of byDevice) if (all.delete(viewer) && all.size === 0) byDevice.delete(device);
  };

  return {
    remove,
    set(socket: BrowserSocket, watched: ReadonlyMap<DevicePk, CaptureRequest>): void {
      const before = viewers.get(socket.id)?.sent;
      remove(socket);
      if (watched.size === 0) return;
      const sent = new Map([...watched.keys()].map((device) => [device, before?.get(device) ?? 0]));
      const viewer: Viewer = { socket, watched, sent, waiting: new Map() };
      viewers.set(socket.id, viewer);
      for (const device of watched.keys()) {
        const all = byDevice.get(device) ?? new Set<Viewer>();
        byDevice.set(device, all);
        all.add(viewer);
      }
    },
    devicesOf: (socket: BrowserSocket): readonly DevicePk[] => [...(viewers.get(socket.id)?.sent.keys() ?? [])],
    /** Sends no more frames of one device to a browser. */
    drop(socket: BrowserSocket, device: DevicePk): void {
      const viewer = viewers.get(socket.id);
      const all = byDevice.get(device);
      if (!viewer || !all?.delete(viewer)) return;
      viewer.sent.delete(device);
      viewer.waiting.delete(device);
      if (all.size === 0) byDevice.delete(device);
      if (viewer.sent.size === 0) remove(socket);
    },
    deliver(frame: Frame): void {
      const { device_pk, at } = frame.header;
      for (const viewer of byDevice.get(device_pk) ?? []) {
        const { interval } = viewer.watched.get(device_pk)!;
        if (at - (viewer.sent.get(device_pk) ?? 0) < interval * EARLY_TOLERANCE) continue;
        if (!maySee(viewer.socket, device_pk)) continue;
        if (viewer.waiting.size === 0 && keepsUp(viewer.socket)) send(viewer, frame);
        else hold(viewer, frame);
      }
    },
    get size() {
      return viewers.size + byDevice.size + slow.size;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

export type FrameViewers = ReturnType<typeof createFrameViewers>;
