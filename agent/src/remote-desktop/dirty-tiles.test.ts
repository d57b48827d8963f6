import { expect, test } from 'vitest';
import { DirtyTiles } from './dirty-tiles.ts';

test('the smallest area goes first, each once, and none reaches beyond the screen', () => {
  const tiles = new DirtyTiles({ width: 200, height: 100 });
  tiles.mark({ x: 0, y: 10, w: 130, h: 5 });
  tiles.mark({ x: 190, y: 90, w: 500, h: 500 });
  expect(tiles.take()).toEqual({ x: 128, y: 64, w: 72, h: 36 });
  expect(tiles.take()).toEqual({ x: 0, y: 0, w: 192, h: 64 });
  expect(tiles.take()).toBeNull();
});

test('a whole screen is sent in pieces', () => {
  const tiles = new DirtyTiles({ width: 1_280, height: 720 });
  tiles.markAll();
  const limits = { rows: 4, columns: 64 };
  const areas = [];
  for (let area = tiles.take(limits); area !== null; area = tiles.take(limits)) areas.push(area);
  expect(areas.map(({ y, h }) => [y, h]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [0, 256],
    [256, 256],
    [512, 208],
  ]);
  expect(tiles.isEmpty).toBe(true);
});
