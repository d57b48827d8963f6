import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdleWatch, warningTimeFor } from './idle-watch.ts';

const LIMIT_MS = 10 * 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watching(limitMs = LIMIT_MS) {
  const happened: string[] = [];
  let activeAt = Date.now();
  const watch = createIdleWatch({
    limitMs,
    now: Date.now,
    lastActivity: { get: () => activeAt, set: (at) => void (activeAt = at) },
    onWarn: () => void happened.push('warn'),
    onBack: () => void happened.push('back'),
    onEnd: () => void happened.push('end'),
  });
  return { watch, happened, elsewhere: () => void (activeAt = Date.now()) };
}

test('it warns a minute before the limit, and ends at the limit', () => {
  const { happened } = watching();
  vi.advanceTimersByTime(LIMIT_MS - 60_001);
  expect(happened).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(happened).toEqual(['warn']);
  vi.advanceTimersByTime(59_999);
  expect(happened).toEqual(['warn']);
  vi.advanceTimersByTime(1);
  expect(happened).toEqual(['warn', 'end']);
});

test('every activity restarts the time', () => {
  const { watch, happened } = watching();
  vi.advanceTimersByTime(LIMIT_MS - 90_000);
  watch.onActivity();
  vi.advanceTimersByTime(LIMIT_MS - 90_000);
  expect(happened).toEqual([]);
});

test('a pointer movement does not answer the warning; staying does, in this or another tab', () => {
  const { watch, happened, elsewhere } = watching();
  vi.advanceTimersByTime(LIMIT_MS - 30_000);
  watch.onActivity();
  watch.refresh();
  expect(happened).toEqual(['warn']);
  watch.stay();
  expect(happened).toEqual(['warn', 'back']);
  vi.advanceTimersByTime(LIMIT_MS - 30_000);
  elsewhere();
  watch.refresh();
  expect(happened).toEqual(['warn', 'back', 'warn', 'back']);
});

test('the warning leaves half of a short limit', () => {
  expect(warningTimeFor(60_000)).toBe(30_000);
  expect(warningTimeFor(LIMIT_MS)).toBe(60_000);
});

test('a stopped watch does nothing', () => {
  const { watch, happened } = watching();
  watch.stop();
  vi.advanceTimersByTime(LIMIT_MS * 2);
  expect(happened).toEqual([]);
});
