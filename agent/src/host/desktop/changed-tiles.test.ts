import { expect, test } from 'vitest';
import { findChangedTiles } from './changed-tiles.ts';

const WIDTH = 200;
const HEIGHT = 130;
const picture = (...changes: (readonly [x: number, y: number])[]) => {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4);
  for (const [x, y] of changes) pixels[(y * WIDTH + x) * 4] = 1;
  return { width: WIDTH, height: HEIGHT, pixels };
};

test.each([
  ['nothing', [], []],
  ['the first pixel', [[0, 0]], [{ x: 0, y: 0, w: 64, h: 64 }]],
  ['the last pixel, in a tile that the edges cut', [[199, 129]], [{ x: 192, y: 128, w: 8, h: 2 }]],
  [
    'tiles beside each other together, whichever row differs first',
    [
      [130, 70],
      [70, 90],
    ],
    [{ x: 64, y: 64, w: 128, h: 64 }],
  ],
  [
    'tiles apart from each other alone',
    [
      [0, 0],
      [199, 0],
    ],
    [
      { x: 0, y: 0, w: 64, h: 64 },
      { x: 192, y: 0, w: 8, h: 64 },
    ],
  ],
] as const)('%s', (_name, changes, expected) => {
  expect(findChangedTiles(picture(), picture(...changes))).toEqual(expected);
});
