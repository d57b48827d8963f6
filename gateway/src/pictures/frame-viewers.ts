import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Frame } from '@vigil/shared/platform/redis/frames';
import { keepsUp } from './backlog.ts';
import type { BrowserSocket } from '../sockets/sockets.ts';

interface Viewer {
  readonly socket: BrowserSocket;
  readonly interval: number;
  /** When the last frame of each device left. */
  readonly sent: Map<DevicePk, number>;
  /** The newest frame of each device that a slow connection has not taken yet. */
  readonly waiting: Map<DevicePk, Frame>;
}

/** Frames of one agent may come a little early; a tile must not lose every second one for that. */
const EARLY = 0.8;
const RETRY_MS = 50;

function send({ socket, sent }: Viewer, frame: Frame): void {
  sent.set(frame.header.device_pk, frame.header.at);
  socket.emit('thumbnail', frame.header, frame.bytes);
}

/** Hands frames to the browsers that watch their devices. A slow browser gets fewer frames, never a growing queue. */
export function createFrameViewers() {
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
        send(viewer, frame);
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
    set(socket: BrowserSocket, devices: readonly DevicePk[], interval: number): void {
      const before = viewers.get(socket.id)?.sent;
      remove(socket);
      if (devices.length === 0) return;
      const sent = new Map(devices.map((device) => [device, before?.get(device) ?? 0]));
      const viewer: Viewer = { socket, interval, sent, waiting: new Map() };
      viewers.set(socket.id, viewer);
      for (const device of devices) {
        const all = byDevice.get(device) ?? new Set<Viewer>();
        byDevice.set(device, all);
        all.add(viewer);
      }
    },
    deliver(frame: Frame): void {
      const { device_pk, at } = frame.header;
      for (const viewer of byDevice.get(device_pk) ?? []) {
        if (at - (viewer.sent.get(device_pk) ?? 0) < viewer.interval * EARLY) continue;
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
