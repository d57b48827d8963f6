import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeDesktopFrame, desktopOps, encodeDesktopFrame, type DesktopOpName } from './frames.ts';

const u16 = (min = 0) => fc.integer({ min, max: 65_535 });
const frames = fc.record({
  epoch: u16(),
  seq: fc.integer({ min: 0, max: 0xffff_ffff }),
  sentAt: fc.double({ noNaN: true }),
  ops: fc.array(
    fc.record({
      op: fc.constantFrom(...(Object.keys(desktopOps) as DesktopOpName[])),
      x: u16(),
      y: u16(),
      w: u16(1),
      h: u16(1),
      data: fc.uint8Array({ maxLength: 50 }),
    }),
    { maxLength: 5 },
  ),
});

test('[RELAY-7] a frame is decoded as it was encoded', () => {
  fc.assert(
    fc.property(frames, (frame) => {
      expect(decodeDesktopFrame(encodeDesktopFrame(frame))).toEqual(frame);
    }),
  );
});

test('[RELAY-7] any bytes are a frame or null, and no frame is larger than its bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const frame = decodeDesktopFrame(Uint8Array.of(1, ...bytes));
      const held = (frame?.ops ?? []).reduce((sum, { data }) => sum + data.length, 0);
      expect(held).toBeLessThanOrEqual(bytes.length);
    }),
  );
});

test('[RELAY-7] a frame that is cut off within an operation is refused', () => {
  const op = { op: 'png', x: 1, y: 2, w: 3, h: 4, data: new Uint8Array(20) } as const;
  const whole = encodeDesktopFrame({ epoch: 0, seq: 1, sentAt: 2, ops: [op] });
  const kept = Array.from({ length: whole.length }, (_, length) => decodeDesktopFrame(whole.subarray(0, length)));
  expect(kept.filter((frame) => frame !== null && frame.ops.length > 0)).toEqual([]);
  expect(decodeDesktopFrame(whole)?.ops).toEqual([op]);
});
