import { expect, test } from 'vitest';
import { placeMonitors, sizeOfScreen, toSystemPoint } from './native-layout.ts';

const main = { name: 'main', isPrimary: true, x: 0, y: 0, w: 100, h: 80, pixelWidth: 200, pixelHeight: 160 };
/** To the left of the main one, with one pixel a unit. */
const left = { name: 'left', isPrimary: false, x: -50, y: 10, w: 50, h: 40, pixelWidth: 50, pixelHeight: 40 };

test('monitors of different scales lie beside each other, in the pixels of their pictures', () => {
  const placed = placeMonitors([main, left]);
  expect(placed.map(({ monitor }) => monitor)).toEqual([
    { name: 'main', isPrimary: true, x: 100, y: 0, w: 200, h: 160 },
    { name: 'left', isPrimary: false, x: 0, y: 20, w: 50, h: 40 },
  ]);
  expect(sizeOfScreen(placed)).toEqual({ width: 300, height: 160 });
});

test.each([
  ['a scaled monitor', 101, 3, { x: 0.5, y: 1.5 }],
  ['its last pixel', 299, 159, { x: 99.5, y: 79.5 }],
  ['a monitor with negative coordinates', 10, 25, { x: -40, y: 15 }],
  ['a gap beside the nearest monitor', 60, 25, { x: -1, y: 15 }],
] as const)('the place for the system: %s', (_name, x, y, expected) => {
  expect(toSystemPoint(placeMonitors([main, left]), x, y)).toEqual(expected);
});
