import { expect, test } from 'vitest';
import { cardGrid } from './card-grid.ts';
import { leastCardWidths } from './list-preferences.ts';

const gap = 12;
const grid = (room: number, least: number) => cardGrid(room, { least, gap });

test('as many cards stand in a line as have their least width, and share what is left', () => {
  expect(grid(1_000, 240)).toEqual({ columns: 4, width: 241 });
  expect(grid(1_143, 240)).toEqual({ columns: 4, width: 276.75 });
  expect(grid(714, 350)).toEqual({ columns: 2, width: 351 });
});

test('the only card of a narrow list is as narrow as the list', () => {
  expect(grid(200, 240)).toEqual({ columns: 1, width: 200 });
});

test('cards and live tiles of the usual sizes are never wider than 440 px', () => {
  expect(grid(480, 240)).toEqual({ columns: 1, width: 440 });
  expect(grid(1_000, 350)).toEqual({ columns: 2, width: 440 });
  for (let room = 100; room <= 2_600; room += 7)
    for (const { s, m } of Object.values(leastCardWidths))
      for (const least of [s, m]) {
        const { columns, width } = grid(room, least);
        expect(width).toBeLessThanOrEqual(440);
        expect(width).toBeGreaterThanOrEqual(Math.min(least, room));
        expect(columns * width + (columns - 1) * gap).toBeLessThanOrEqual(room + 0.001);
      }
});

test('the larger sizes, which were chosen to be wider, fill their line', () => {
  expect(grid(1_000, 440)).toEqual({ columns: 2, width: 494 });
  expect(grid(1_000, 580)).toEqual({ columns: 1, width: 1_000 });
});

test('two of the largest cards stand in the line of a screen of 1440 px beside the tree', () => {
  expect(grid(1_152, 580)).toEqual({ columns: 2, width: 570 });
});
