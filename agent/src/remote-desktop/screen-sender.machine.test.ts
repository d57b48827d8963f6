import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeDesktopFrame, type DesktopFrame } from '@vigil/shared/contract/remote-desktop/frames';
import type { PictureQuality } from '@vigil/shared/contract/remote-desktop/picture-qualities';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import type { CursorImage } from '../host/desktop/desktop.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeDesktop } from '../testing/fake-desktop.ts';
import { PaintedScreen } from '../testing/painted-screen.ts';
import { ScreenSender } from './screen-sender.ts';

const SIZE = { width: 320, height: 240 };
const SCREEN = { x: 0, y: 0, w: SIZE.width, h: SIZE.height };

/** A sender, and a viewer that paints what it gets and acknowledges while it is not `isSlow`. */
function start(offers: { mayCopy: boolean }) {
  const desktop = new FakeDesktop(SIZE);
  const shown = new PaintedScreen();
  const viewer = { isSlow: false, unsentBytes: 0 };
  const pointers: number[] = [];
  const jpegs: number[] = [];
  let painting = Promise.resolve();
  let last = 0;
  const acknowledge = () => {
    if (!viewer.isSlow) sender.acknowledge(last);
  };
  const paint = async (frame: DesktopFrame) => {
    await shown.paint(frame);
    last = frame.seq;
    acknowledge();
  };
  const sender = new ScreenSender({
    desktop,
    clock: systemClock,
    epoch: () => 1,
    send(bytes) {
      const frame = decodeDesktopFrame(bytes);
      if (frame === null) throw new Error('no frame');
      for (const { op, x } of frame.ops) if (op === 'cursor') pointers.push(x);
      for (const { op, data } of frame.ops) if (op === 'jpeg') jpegs.push(data.length);
      painting = painting.then(() => paint(frame));
    },
    onFailed: (cause) => expect.fail(String(cause)),
    unsentBytes: () => viewer.unsentBytes,
  });
  if (offers.mayCopy) sender.allowCopies();
  const isShown = () => Buffer.compare(shown.pixels, desktop.pixels) === 0;
  return { desktop, shown, sender, viewer, pointers, jpegs, isShown, acknowledge };
}

const LINE = 12;
/** Lines of which each is another one, as text is. */
function drawLines(desktop: FakeDesktop, { from, count, first }: { from: number; count: number; first: number }): void {
  for (let line = 0; line < count; line += 1)
    for (let bit = 0; bit < 10; bit += 1) {
      const isSet = (((first + line) * 2_654_435_761) >>> bit) % 2 === 0;
      const colour = isSet ? [240, 240, 240] : [10, 10, 10];
      for (const row of [0, 5]) {
        const tint = [colour[0]! - row, colour[1]!, (first + line) % 3];
        desktop.draw(tint, { x: 20 + bit * 25, y: from + line * LINE + row, w: 20, h: 5 });
      }
    }
}

test('[RELAY-13] text that scrolls is copied by the viewer, which shows exactly the screen', async () => {
  const { desktop, shown, sender, isShown } = start({ mayCopy: true });
  using _sender = sender;
  drawLines(desktop, { from: 0, count: 20, first: 1 });
  await eventually(isShown);
  for (let step = 0; step < 5; step += 1) {
    desktop.scroll(SCREEN, LINE);
    drawLines(desktop, { from: SIZE.height - LINE, count: 1, first: 100 + step });
    await eventually(isShown);
  }
  expect(shown.counts.get('copy')).toBeGreaterThanOrEqual(5);
  expect(shown.counts.get('jpeg')).toBeUndefined();
});

test('[RELAY-13] a viewer that does not know copies gets none', async () => {
  const { desktop, shown, sender, isShown } = start({ mayCopy: false });
  using _sender = sender;
  drawLines(desktop, { from: 0, count: 20, first: 1 });
  await eventually(isShown);
  desktop.scroll(SCREEN, LINE);
  await eventually(isShown);
  expect(shown.counts.get('copy')).toBeUndefined();
});

test('what a viewer has missed is not copied, and what is drawn over a copied area is sent', async () => {
  const { desktop, sender, viewer, isShown, acknowledge } = start({ mayCopy: true });
  using _sender = sender;
  drawLines(desktop, { from: 0, count: 20, first: 1 });
  await eventually(isShown);
  viewer.isSlow = true;
  for (let step = 0; step < 30; step += 1) {
    desktop.scroll(SCREEN, LINE);
    drawLines(desktop, { from: SIZE.height - LINE, count: 1, first: 100 + step });
  }
  viewer.isSlow = false;
  acknowledge();
  await eventually(isShown);
});

const area = fc
  .record({ x: fc.nat(300), y: fc.nat(220), w: fc.integer({ min: 1, max: 320 }), h: fc.integer({ min: 1, max: 240 }) })
  .map(({ x, y, w, h }) => ({ x, y, w: Math.min(w, SIZE.width - x), h: Math.min(h, SIZE.height - y) }));
const action = fc.oneof(
  fc.record({ kind: fc.constant('draw' as const), area, colour: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('scroll' as const), area, rows: fc.integer({ min: -60, max: 60 }) }),
  fc.record({ kind: fc.constant('text' as const), from: fc.nat(120), first: fc.nat(50) }),
  fc.record({ kind: fc.constant('slow' as const), isSlow: fc.boolean() }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(40) }),
);

test('[RELAY-7] whatever is drawn and moved while a viewer is fast or slow, in the end it shows exactly the screen', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), async (actions) => {
      const { desktop, sender, viewer, isShown, acknowledge } = start({ mayCopy: true });
      using _sender = sender;
      for (const one of actions) {
        if (one.kind === 'draw') desktop.draw(one.colour, one.area);
        else if (one.kind === 'scroll') desktop.scroll(one.area, one.rows);
        else if (one.kind === 'text') drawLines(desktop, { from: one.from, count: 10, first: one.first });
        else if (one.kind === 'slow') viewer.isSlow = one.isSlow;
        else await new Promise((resolve) => setTimeout(resolve, one.ms));
      }
      viewer.isSlow = false;
      acknowledge();
      await eventually(isShown);
    }),
    { numRuns: 25 },
  );
});

/** A picture of a pointer that fills the window; its point tells it from others. */
const wildCursor = (x: number): CursorImage => ({ x, y: 0, w: 256, h: 256, pixels: randomBytes(256 * 256 * 4) });

test('[RELAY-18] the same picture takes fewer bytes light, and more sharp', async () => {
  const noise = new Uint8Array(randomBytes(SIZE.width * SIZE.height * 4));
  const bytesOf = async (quality: PictureQuality): Promise<number> => {
    const { desktop, sender, jpegs } = start({ mayCopy: true });
    using _sender = sender;
    sender.chooseQuality(quality);
    desktop.pixels.set(noise);
    desktop.draw([1, 2, 3], { x: 0, y: 0, w: 1, h: 1 });
    return await eventually(() => jpegs[0] ?? null);
  };
  const [light, auto, sharp] = [await bytesOf('light'), await bytesOf('auto'), await bytesOf('sharp')];
  expect(light).toBeLessThan(auto * 0.75);
  expect(sharp).toBeGreaterThan(auto * 1.25);
});

test('[RELAY-7] of an animated pointer a slow viewer gets the newest picture only, after those before', async () => {
  const { desktop, sender, viewer, pointers, isShown, acknowledge } = start({ mayCopy: true });
  using _sender = sender;
  await eventually(isShown);
  viewer.isSlow = true;
  desktop.changeCursor(wildCursor(1));
  await eventually(() => pointers.length > 0);
  for (let x = 2; x <= 20; x += 1) desktop.changeCursor(wildCursor(x));
  viewer.isSlow = false;
  await eventually(() => {
    acknowledge();
    return pointers.includes(20);
  });
  expect(pointers).toEqual([1, 20]);
});

test('[RELAY-7] a viewer that acknowledges what it does not read gets nothing while too much waits', async () => {
  const { desktop, shown, sender, viewer, isShown, acknowledge } = start({ mayCopy: false });
  using _sender = sender;
  await eventually(isShown);
  viewer.unsentBytes = 10_000_000;
  desktop.draw([200, 100, 50]);
  sender.acknowledge(0xffff_ffff);
  const before = Buffer.from(shown.pixels);
  await delay(100);
  expect(Buffer.compare(shown.pixels, before)).toBe(0);
  viewer.unsentBytes = 0;
  acknowledge();
  await eventually(isShown);
});
