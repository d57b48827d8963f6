import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPolling, POLL_BLURRED_MS, POLL_FOCUSED_MS } from './polling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function polling({ focused = true, reachable = true } = {}) {
  const state = { focused, reachable, interval: POLL_FOCUSED_MS, polls: 0, answers: [] as boolean[] };
  const fallback = createPolling({
    focused: () => state.focused,
    interval: () => state.interval,
    poll: () => {
      state.polls += 1;
      return state.reachable ? Promise.resolve() : Promise.reject(new Error('unreachable'));
    },
    onAnswer: (reached) => void state.answers.push(reached),
  });
  return { state, fallback };
}

test('the first poll is sent at once, the next after twelve seconds', async () => {
  const { state, fallback } = polling();
  fallback.start();
  expect(state.polls).toBe(1);
  await vi.advanceTimersByTimeAsync(POLL_FOCUSED_MS - 1);
  expect(state.polls).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.polls).toBe(2);
});

test('another interval of the user holds from the next poll on', async () => {
  const { state, fallback } = polling();
  state.interval = 2_000;
  fallback.start();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(state.polls).toBe(4);
});

test('a blurred window polls every twenty minutes, and at once when it gets the focus', async () => {
  const { state, fallback } = polling({ focused: false });
  fallback.start();
  await vi.advanceTimersByTimeAsync(POLL_BLURRED_MS - 1);
  expect(state.polls).toBe(1);
  state.focused = true;
  fallback.nudge();
  expect(state.polls).toBe(2);
  await vi.advanceTimersByTimeAsync(POLL_FOCUSED_MS);
  expect(state.polls).toBe(3);
});

test('every poll reports whether the server was reached', async () => {
  const { state, fallback } = polling({ reachable: false });
  fallback.start();
  await vi.advanceTimersByTimeAsync(0);
  state.reachable = true;
  await vi.advanceTimersByTimeAsync(POLL_FOCUSED_MS);
  expect(state.answers).toEqual([false, true]);
});

test('a stopped fallback neither polls nor reports, and a nudge does not start it', async () => {
  const { state, fallback } = polling();
  fallback.start();
  fallback.stop();
  fallback.nudge();
  await vi.advanceTimersByTimeAsync(POLL_FOCUSED_MS * 3);
  expect(state.polls).toBe(1);
  expect(state.answers).toEqual([]);
});

test('a second start changes nothing', async () => {
  const { state, fallback } = polling();
  fallback.start();
  fallback.start();
  expect(state.polls).toBe(1);
  await vi.advanceTimersByTimeAsync(POLL_FOCUSED_MS);
  expect(state.polls).toBe(2);
});
