import { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { ALL_WIDTHS, type RelayedFrame } from '@vigil/shared/platform/redis/frames';
import { expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { BrowserSocket } from '../sockets/sockets.ts';
import type { BrowserCaptureRequest } from './capture-request.ts';
import { createFrameMetrics } from './frame-metrics.ts';
import { createBrowserFrameSender } from './frame-viewers.ts';

const [device, other] = [DevicePk.parse(1), DevicePk.parse(2)];
const company = CompanyPk.parse(1);
const REQUEST: BrowserCaptureRequest = { width: 320, interval: 1_000, isUrgent: false, format: 'jpg' };

const frameAt = (at: number, device_pk = device): RelayedFrame => ({
  header: { device_pk, at, width: 320, height: 180, ext: 'jpg' },
  bytes: Buffer.alloc(16),
  widths: ALL_WIDTHS,
});

/** One viewer of the device and another one. What it receives is noted, with its event. */
function startViewer(request = REQUEST) {
  const received: { event: string; at: number; every_ms?: number }[] = [];
  const state = { slowdown: 1, minInterval: 0, steady: 0, versions: new Map([[device, 1]]) };
  const writeBuffer: unknown[] = [];
  const viewers = createBrowserFrameSender({
    maySee: () => true,
    settingsOf: (_, pk) => {
      const version = state.versions.get(pk) ?? 1;
      return { mayCapture: true, minInterval: state.minInterval, hiddenAreas: '', version };
    },
    budget: {
      open: () => ({
        get slowdown() {
          return { urgent: 1, normal: state.slowdown };
        },
        count: () => undefined,
        [Symbol.dispose]: () => undefined,
      }),
    },
    metrics: createFrameMetrics({ metrics: createMetrics('test'), now: Date.now }),
    steadyNow: () => state.steady,
    onRemoved: () => undefined,
  });
  const socket = {
    id: 'viewer',
    data: { session: { company } },
    conn: { writeBuffer, transport: {} },
    emit: (event: string, { at, every_ms }: { at: number; every_ms?: number }) =>
      received.push({ event, at, ...(every_ms !== undefined && { every_ms }) }),
  };
  const watched = new Map([device, other].map((pk) => [pk, request] as const));
  viewers.set(socket as unknown as BrowserSocket, watched);
  /** Something happens when the interval of the viewer has passed. */
  const later = (work: () => void) => {
    state.steady += 60_000;
    work();
  };
  /** Its connection takes no more packets for now. */
  const block = () => void writeBuffer.push(...Array.from({ length: 100 }, () => null));
  const unblock = () => void (writeBuffer.length = 0);
  return { viewers, received, state, later, block, unblock };
}

test('[FRAME-7] a browser is told how often it gets frames where that is not as often as it asked', () => {
  const { viewers, received, state, later } = startViewer();
  const confirm = (at: number, of: number) => later(() => viewers.confirm({ device_pk: device, at, of, above: 0 }));
  const deliver = (at: number) => later(() => viewers.deliver(frameAt(at)));
  deliver(10_000);
  state.slowdown = 2;
  confirm(20_000, 10_000);
  state.minInterval = 8_000;
  deliver(30_000);
  state.slowdown = 10;
  confirm(40_000, 30_000);
  [state.slowdown, state.minInterval] = [1, 900];
  deliver(50_000);
  expect(received).toEqual([
    { event: 'thumbnail', at: 10_000 },
    { event: 'thumbnail_same', at: 20_000, every_ms: 2_000 },
    { event: 'thumbnail', at: 30_000, every_ms: 8_000 },
    { event: 'thumbnail_same', at: 40_000, every_ms: 10_000 },
    { event: 'thumbnail', at: 50_000 },
  ]);
});

test('[FRAME-5] frames go on at the pace of a viewer after the clock of their gateway was set back', () => {
  const { viewers, received, state } = startViewer();
  viewers.deliver(frameAt(1_000_000));
  state.steady += 400;
  viewers.deliver(frameAt(1_000_400));
  state.steady += 600;
  viewers.deliver(frameAt(401_000));
  state.steady += 1_000;
  viewers.confirm({ device_pk: device, at: 402_000, of: 401_000, above: 0 });
  expect(received).toEqual([
    { event: 'thumbnail', at: 1_000_000 },
    { event: 'thumbnail', at: 401_000 },
    { event: 'thumbnail_same', at: 402_000 },
  ]);
});

test('[FRAME-5] a frame that waits for a slow browser is not sent after the settings of its device have changed', async () => {
  const { viewers, received, state, block, unblock } = startViewer();
  using _viewers = viewers;
  block();
  viewers.deliver(frameAt(1_000));
  viewers.deliver(frameAt(2_000, other));
  state.versions.set(device, 2);
  unblock();
  await eventually(() => expect(received).toContainEqual({ event: 'thumbnail', at: 2_000 }));
  expect(received).toHaveLength(1);
  viewers.deliver(frameAt(3_000));
  expect(received).toContainEqual({ event: 'thumbnail', at: 3_000 });
});
