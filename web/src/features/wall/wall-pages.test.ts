import type { DevicePk } from '@vigil/shared/contract/ids';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paginateWall } from './wall-pages.ts';

const hd = { width: 1_904, height: 1_000 };
const devices = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => (from + index) as DevicePk);

test('devices that are pinned stand on every page, and the others fill the pages evenly', () => {
  const pinned = devices(1, 4);
  const { pages, layout } = paginateWall({ pks: devices(1, 86), pinned: new Set(pinned), ...hd });
  for (const page of pages) expect(page.slice(0, 4)).toEqual(pinned);
  expect(pages.map((page) => page.length)).toEqual([32, 32, 30]);
  expect(layout.pages).toBe(1);
});

test('more pinned devices than a page has places for turn like the others', () => {
  const { pages } = paginateWall({ pks: devices(1, 120), pinned: new Set(devices(1, 60)), ...hd });
  expect(pages.flat()).toEqual(devices(1, 120));
});

test('no device is left out, and every page fits the screen', () => {
  const wall = fc.record({
    pinned: fc.integer({ min: 0, max: 60 }),
    turning: fc.integer({ min: 0, max: 400 }),
    width: fc.integer({ min: 300, max: 3_840 }),
    height: fc.integer({ min: 250, max: 2_160 }),
    tiles: fc.constantFrom('auto' as const, 'S' as const, 'M' as const, 'L' as const),
  });
  fc.assert(
    fc.property(wall, ({ pinned, turning, ...size }) => {
      const { pages, layout } = paginateWall({
        pks: devices(1, pinned + turning),
        pinned: new Set(devices(1, pinned)),
        ...size,
      });
      expect(new Set(pages.flat()).size).toBe(pinned + turning);
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(layout.columns * layout.rows);
      expect(pages.every((page) => page.length > 0) || pages.length === 1).toBe(true);
    }),
    { seed: 20_261_128 },
  );
});

test('on a single page every device keeps its place', () => {
  const { pages } = paginateWall({ pks: devices(1, 6), pinned: new Set(devices(4, 1)), ...hd });
  expect(pages).toEqual([devices(1, 6)]);
});
