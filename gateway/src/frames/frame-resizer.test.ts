import { crc32 } from 'node:zlib';
import { DevicePk } from '@vigil/shared/contract/ids';
import type { RelayedFrame } from '@vigil/shared/platform/redis/frames';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { createFrameResizer } from './frame-resizer.ts';

const device = DevicePk.parse(1);
const LARGE = { width: 320, format: 'jpg' } as const;
const SMALL = { width: 160, format: 'jpg' } as const;
const ALL = { above: 0, upTo: 4_096 };

const bytes = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#336699' } })
  .jpeg()
  .toBuffer();
const frameAt = (at: number, widths = ALL, device_pk = device): RelayedFrame => ({
  header: { device_pk, at, width: 320, height: 180, ext: 'jpg' },
  bytes,
  widths,
});

/** A resizer that notes the capture times of what it delivers, in order, and how many frames it drops. */
function startResizer() {
  const delivered: number[] = [];
  const state = { dropped: 0 };
  const resizer = createFrameResizer(({ header }) => delivered.push(header.at), {
    onUnreadable: (_, cause) => {
      throw cause;
    },
    onDropped: () => (state.dropped += 1),
  });
  return { resizer, delivered, state };
}

test('[FRAME-4] a frame that fits is not followed by older frames that are being resized or wait to be', async () => {
  const { resizer, delivered, state } = startResizer();
  resizer.take(frameAt(1), SMALL);
  resizer.take(frameAt(2), SMALL);
  expect(resizer.queued).toBe(1);
  resizer.take(frameAt(3), LARGE);
  expect(resizer.queued).toBe(0);
  expect(resizer.isBusyWith(device, 160)).toBe(false);
  // The next frame waits for the one that is being resized.
  resizer.take(frameAt(4), SMALL);
  expect(resizer.isBusyWith(device, 160)).toBe(true);
  await eventually(() => expect(delivered).toContain(4));
  expect(delivered).toEqual([3, 4]);
  expect(state.dropped).toBe(2);
});

test('[FRAME-4] a frame is newer than those before it although the clock was set back between them', async () => {
  const { resizer, delivered, state } = startResizer();
  resizer.take(frameAt(1_000), SMALL);
  resizer.take(frameAt(500), LARGE);
  await eventually(() => expect(delivered.length + state.dropped).toBe(2));
  expect(delivered).toEqual([500]);
});

test('[FRAME-4] a frame is not followed by an older one of other widths that has some of its viewers', async () => {
  const { resizer, delivered, state } = startResizer();
  resizer.take(frameAt(1, ALL), SMALL);
  resizer.take(frameAt(2, { above: 160, upTo: 4_096 }), LARGE);
  await eventually(() => expect(delivered.length + state.dropped).toBe(2));
  expect(delivered).toEqual([2]);
});

test('[FRAME-4] a frame that fits drops none of other viewers or other devices', async () => {
  const { resizer, delivered, state } = startResizer();
  resizer.take(frameAt(1, { above: 0, upTo: 160 }), SMALL);
  resizer.take(frameAt(2, ALL, DevicePk.parse(2)), SMALL);
  resizer.take(frameAt(3, { above: 160, upTo: 4_096 }), LARGE);
  await eventually(() => expect(delivered).toHaveLength(3));
  expect(new Set(delivered)).toEqual(new Set([1, 2, 3]));
  expect(state.dropped).toBe(0);
});

test('[FRAME-6] frames of a device that are being resized or wait to be are not delivered after it was released', async () => {
  const { resizer, delivered, state } = startResizer();
  resizer.take(frameAt(1), SMALL);
  resizer.take(frameAt(2), SMALL);
  resizer.take(frameAt(3, ALL, DevicePk.parse(2)), SMALL);
  resizer.release(device);
  expect(resizer.isBusyWith(device, 160)).toBe(false);
  await eventually(() => expect(delivered.length + state.dropped).toBe(3));
  expect([delivered, state.dropped]).toEqual([[3], 2]);
});

test('a frame of more pixels than a screen has is not read, and others are', async () => {
  const unreadable: unknown[] = [];
  const delivered: number[] = [];
  const resizer = createFrameResizer(({ header }) => delivered.push(header.at), {
    onUnreadable: (_, cause) => unreadable.push(cause),
    onDropped: () => {},
  });
  const size = { width: 16_000, height: 1_100 };
  // One pixel whose header promises 53 MB.
  const large = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  large.writeUInt32BE(size.width, 16);
  large.writeUInt32BE(size.height, 20);
  large.writeUInt32BE(crc32(large.subarray(12, 29)), 29);
  resizer.take({ header: { device_pk: device, at: 1, ...size, ext: 'png' }, bytes: large, widths: ALL }, SMALL);
  resizer.take(frameAt(2, ALL, DevicePk.parse(2)), SMALL);
  await eventually(() => expect(delivered.length + unreadable.length).toBe(2));
  expect(delivered).toEqual([2]);
  expect(unreadable).toMatchObject([{ message: expect.stringContaining('pixel limit') as unknown }]);
});

test('two frames are resized at a time, and one that takes too long is not readable and makes room for the next', async () => {
  const unreadable: number[] = [];
  const delivered: number[] = [];
  const running = new Map<number, PromiseWithResolvers<RelayedFrame>>();
  const resizer = createFrameResizer(({ header }) => delivered.push(header.at), {
    onUnreadable: ({ header }) => unreadable.push(header.at),
    onDropped: () => {},
    resize({ header }) {
      const turn = Promise.withResolvers<RelayedFrame>();
      running.set(header.at, turn);
      return turn.promise;
    },
  });
  for (const at of [1, 2, 3, 4]) resizer.take(frameAt(at, ALL, DevicePk.parse(at)), SMALL);
  expect([[...running.keys()], resizer.queued]).toEqual([[1, 2], 2]);
  running.get(2)?.reject(new Error('timeout'));
  await eventually(() => expect([...running.keys()]).toEqual([1, 2, 3]));
  expect([unreadable, delivered, resizer.queued]).toEqual([[2], [], 1]);
  running.get(3)?.resolve(frameAt(3, ALL, DevicePk.parse(3)));
  await eventually(() => expect([...running.keys()]).toEqual([1, 2, 3, 4]));
  expect([unreadable, delivered, resizer.queued]).toEqual([[2], [3], 0]);
});
