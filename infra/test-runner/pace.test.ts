import { expect, test } from 'vitest';
import { paceLine, paceOf } from './pace.ts';

const at = (wall: number, cores = 2) => paceOf({ wall, processor: 1 }, cores);

test('a fast machine has the limits of the usual one, and a slow one longer ones and less at once', () => {
  expect(at(0.5)).toEqual(at(1));
  expect(at(1)).toMatchObject({ limitFactor: 1, lanes: 3, workers: 2, checks: 2, maxRepeatedFiles: 5, maxFlaky: 2 });
  expect(at(2.5)).toMatchObject({ limitFactor: 2.5, lanes: 2, workers: 3, checks: 1 });
  expect(at(5)).toMatchObject({ limitFactor: 5, lanes: 1, workers: 3, checks: 1 });
});

test('at most three workers a core run at once', () => {
  for (const cores of [1, 2, 8])
    for (const wall of [0.5, 2, 3, 5, 20]) {
      const { lanes, workers } = at(wall, cores);
      expect(workers).toBeGreaterThanOrEqual(1);
      expect(lanes * workers).toBeLessThanOrEqual(cores * 3);
    }
});

test('on a slow machine every failed file is repeated, and flaky tests are named only', () => {
  expect(at(2.1)).toMatchObject({ maxRepeatedFiles: Number.POSITIVE_INFINITY, maxFlaky: Number.POSITIVE_INFINITY });
});

test('the run says how fast the machine is, and what it makes of that', () => {
  const speed = { wall: 2.46, processor: 1 };
  expect(paceLine(speed, paceOf(speed, 2))).toBe('this machine takes 2.5 times as long as the usual one: 2 lanes of 3');
});
