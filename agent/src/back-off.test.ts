import { expect, test } from 'vitest';
import { BackOff } from './back-off.ts';

test('the first wait is short and random', () => {
  expect(new BackOff(() => 0).next()).toBe(200);
  expect(new BackOff(() => 0.999_999).next()).toBeCloseTo(1_200, 0);
});

test('waits grow at random, never beyond 8 s, and start again after a success', () => {
  const backOff = new BackOff(() => 1);
  const waits = Array.from({ length: 6 }, () => backOff.next());
  expect(waits).toEqual([1_200, 3_600, 8_000, 8_000, 8_000, 8_000]);
  backOff.reset();
  expect(backOff.next()).toBe(1_200);
});

test('5,000 agents ask within 8 s of a gateway’s return, however long it was away, and never all at once', () => {
  const GONE_MS = 300_000;
  const arrivals = Array.from({ length: 5_000 }, () => {
    const backOff = new BackOff(Math.random);
    let at = 0;
    while (at < GONE_MS) at += backOff.next();
    return at - GONE_MS;
  });
  expect(Math.max(...arrivals)).toBeLessThanOrEqual(8_000);
  const busiest = Math.max(
    ...Array.from({ length: 80 }, (_, i) => arrivals.filter((at) => Math.floor(at / 100) === i).length),
  );
  expect(busiest).toBeLessThan(500);
});
