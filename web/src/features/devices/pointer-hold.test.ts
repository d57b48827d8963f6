import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPointerHold, TOUCH_HOLD_MS } from './pointer-hold.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function opened() {
  const told: boolean[] = [];
  return { told, hold: createPointerHold((isOver) => told.push(isOver)) };
}

test('a mouse holds the rows while it is over them', () => {
  const { told, hold } = opened();
  hold.enter();
  hold.leave('mouse', false);
  expect(told).toEqual([true, false]);
});

test.each(['touch', 'pen'])('a %s holds the rows after it has left, and again with the next touch', (type) => {
  const { told, hold } = opened();
  hold.enter();
  hold.leave(type, false);
  vi.advanceTimersByTime(TOUCH_HOLD_MS - 1);
  hold.enter();
  vi.advanceTimersByTime(TOUCH_HOLD_MS);
  hold.leave(type, false);
  expect(told).toEqual([true, true]);
  vi.advanceTimersByTime(TOUCH_HOLD_MS);
  expect(told).toEqual([true, true, false]);
});

test('rows that are edited stay held', () => {
  const { told, hold } = opened();
  hold.leave('mouse', true);
  hold.leave('touch', true);
  vi.advanceTimersByTime(TOUCH_HOLD_MS);
  expect(told).toEqual([true, true]);
});
