import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutWall } from './wall-layout.ts';

const hd = { width: 1_904, height: 1_000 };

test.each([
  [1, { columns: 1, rows: 1, pages: 1 }],
  [2, { columns: 2, rows: 1, pages: 1 }],
  [6, { columns: 3, rows: 2, pages: 1 }],
  [24, { columns: 6, rows: 4, pages: 1 }],
  [200, { columns: 8, pages: 5 }],
])('%i tiles on a screen of 1080p', (count, layout) => {
  expect(layOutWall({ count, ...hd })).toMatchObject(layout);
});

test('a screen with four times the pixels shows as many tiles, twice as wide', () => {
  const [usual, fine] = [1, 2].map((scale) =>
    layOutWall({ count: 200, width: hd.width * scale, height: hd.height * scale }),
  );
  expect(fine?.columns).toBe(usual?.columns);
  expect(fine?.tileWidth).toBeGreaterThan(1.9 * usual!.tileWidth);
  expect(fine?.gap).toBe(2 * usual!.gap);
});

test('an upright screen is filled by more rows of larger tiles', () => {
  const { columns, rows, tileWidth } = layOutWall({ count: 24, width: 1_064, height: 1_850 });
  expect([columns, rows]).toEqual([3, 8]);
  expect(tileWidth).toBeGreaterThan(280);
});

test('for any number of tiles and any screen nothing is cut off, and all tiles have a place', () => {
  const size = fc.record({
    count: fc.integer({ min: 0, max: 1_200 }),
    width: fc.integer({ min: 300, max: 3_840 }),
    height: fc.integer({ min: 250, max: 2_160 }),
    tiles: fc.constantFrom('auto' as const, 'S' as const, 'M' as const, 'L' as const),
  });
  fc.assert(
    fc.property(size, ({ count, width, height, tiles }) => {
      const { columns, rows, tileWidth, gap, pages } = layOutWall({ count, width, height, tiles });
      const tileHeight = tileWidth / 1.6 + tileWidth * 0.17;
      expect(columns * tileWidth + (columns - 1) * gap).toBeLessThanOrEqual(width);
      expect(rows * tileHeight + (rows - 1) * gap).toBeLessThanOrEqual(height + 1);
      expect(columns * rows * pages).toBeGreaterThanOrEqual(count);
      expect(pages).toBeGreaterThanOrEqual(1);
      // A further page would be empty.
      if (pages > 1) expect(columns * rows * (pages - 1)).toBeLessThan(count);
    }),
    { seed: 20_261_126 },
  );
});

test.each([
  ['S', { columns: 8, rows: 5, pages: 1 }],
  ['M', { columns: 5, rows: 3, pages: 2 }],
  ['L', { columns: 3, rows: 2, pages: 4 }],
] as const)('tiles of the size %s keep it, however many there are', (tiles, layout) => {
  const of24 = layOutWall({ count: 24, tiles, ...hd });
  expect(of24).toMatchObject(layout);
  expect(layOutWall({ count: 200, tiles, ...hd }).tileWidth).toBe(of24.tileWidth);
  // Two stand in the middle of the screen.
  expect(layOutWall({ count: 2, tiles, ...hd })).toMatchObject({ columns: 2, tileWidth: of24.tileWidth, pages: 1 });
});

test('more tiles are never larger', () => {
  let before = Infinity;
  for (let count = 1; count <= 60; count += 1) {
    const { tileWidth } = layOutWall({ count, ...hd });
    expect(tileWidth).toBeLessThanOrEqual(before);
    before = tileWidth;
  }
});
