import { expect, test } from 'vitest';
import { blurRegionsHash, frameHidesCurrentAreas } from './blur-regions-hash.ts';

const left = { x: 0, y: 0, width: 50, height: 100 };
const right = { x: 50, y: 0, width: 50, height: 100 };
const of = (...blur_regions: object[]) => blurRegionsHash({ blur_regions });

test('hidden areas have the same name in any order of areas and of their sides', () => {
  expect(of(left)).toMatch(/^[0-9a-f]{16}$/u);
  expect(of(left, right)).toBe(of(right, { height: 100, width: 50, y: 0, x: 0 }));
  expect(new Set([of(left), of(right), of(left, right)]).size).toBe(3);
});

test('without hidden areas the name is empty, and a value that agents do not understand hides something', () => {
  expect([blurRegionsHash({}), of()]).toEqual(['', '']);
  for (const blur_regions of [null, 'left', [{ x: 0 }]]) expect(blurRegionsHash({ blur_regions })).not.toBe('');
});

test('a frame hides what is to be hidden when nothing is, or when it hides the same', () => {
  expect([frameHidesCurrentAreas('a', ''), frameHidesCurrentAreas(null, ''), frameHidesCurrentAreas('a', 'a')]).toEqual(
    [true, true, true],
  );
  expect([
    frameHidesCurrentAreas('b', 'a'),
    frameHidesCurrentAreas('', 'a'),
    frameHidesCurrentAreas(null, 'a'),
  ]).toEqual([false, false, false]);
});
