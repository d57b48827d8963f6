import { expect, test } from 'vitest';
import { averageBlockColours, compareBlocks } from './blocks.ts';

const WIDTH = 320;
const HEIGHT = 180;
type Rectangle = readonly [x: number, y: number, width: number, height: number, level: number];

/** A grey screen with rectangles of other grey levels. */
function screen(...rectangles: Rectangle[]) {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3).fill(120);
  for (const [left, top, width, height, level] of rectangles)
    for (let y = top; y < top + height; y += 1)
      pixels.fill(level, (y * WIDTH + left) * 3, (y * WIDTH + left + width) * 3);
  return averageBlockColours({ pixels, width: WIDTH, height: HEIGHT, channels: 3 });
}

test.each<[string, Rectangle[], string]>([
  ['nothing', [], 'none'],
  ['noise that nobody sees', [[0, 0, WIDTH, HEIGHT, 121]], 'none'],
  ['a cursor', [[100, 50, 1, 4, 0]], 'small'],
  ['the digits of a clock', [[296, 170, 12, 5, 255]], 'small'],
  ['a slow fade of the whole screen', [[0, 0, WIDTH, HEIGHT, 124]], 'small'],
  ['a line of text', [[20, 40, 200, 5, 20]], 'large'],
  ['a dialog', [[90, 50, 140, 80, 255]], 'large'],
  ['the whole screen', [[0, 0, WIDTH, HEIGHT, 140]], 'large'],
])('%s changes a screen as much as expected', (_, rectangles, difference) => {
  expect(compareBlocks(screen(), screen(...rectangles))).toBe(difference);
});

test('a change of colour alone is seen', () => {
  const image = (red: number, blue: number) =>
    averageBlockColours({
      pixels: Uint8Array.from({ length: WIDTH * HEIGHT * 4 }, (_, at) => [red, 60, blue, 255][at % 4]!),
      width: WIDTH,
      height: HEIGHT,
      channels: 4,
    });
  expect(compareBlocks(image(200, 40), image(40, 200))).toBe('large');
});

test('images of other sizes are compared by their blocks, tiny ones by their pixels', () => {
  const blocks = (width: number, height: number) =>
    averageBlockColours({ pixels: new Uint8Array(width * height * 3).fill(7), width, height, channels: 3 });
  expect(blocks(640, 360)).toHaveLength(64 * 36 * 3);
  expect(compareBlocks(blocks(640, 360), blocks(320, 180))).toBe('none');
  expect(blocks(5, 2)).toEqual(new Uint8Array(30).fill(7));
  expect(compareBlocks(blocks(5, 2), blocks(640, 360))).toBe('large');
});
