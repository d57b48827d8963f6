import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Clock } from '../clock.ts';
import { systemClock } from '../clock.ts';
import { Heartbeat } from './heartbeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(clock: Clock = systemClock) {
  const events: string[] = [];
  const note = (event: string) => () => void events.push(event);
  const heartbeat = new Heartbeat({
    clock,
    beat: note('beat'),
    onPaused: note('paused'),
    onSilent: note('silent'),
    onDead: note('dead'),
  });
  return { heartbeat, events };
}

const told = (events: readonly string[]) => events.filter((event) => event !== 'beat' && event !== 'paused');

test('[RELAY-16] an end of which nothing is heard for a second has paused, once until it is heard', () => {
  const { heartbeat, events } = start();
  vi.advanceTimersByTime(900);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(900);
  heartbeat.heard();
  vi.advanceTimersByTime(1_600);
  expect(events.filter((event) => event === 'paused')).toHaveLength(2);
});

test('[RELAY-16] an end that answers is never silent', () => {
  const { heartbeat, events } = start();
  for (let seconds = 0; seconds < 20; seconds += 4) {
    vi.advanceTimersByTime(4_000);
    heartbeat.heard();
  }
  expect(new Set(events)).toEqual(new Set(['beat', 'paused']));
  expect(events.filter((event) => event === 'beat')).toHaveLength(10);
});

test('[RELAY-16] an end of which nothing is heard is silent after 5 s, and dead after 15 s', () => {
  const { events } = start();
  const since = () => told(events);
  vi.advanceTimersByTime(4_900);
  expect(since()).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(since()).toEqual(['silent']);
  vi.advanceTimersByTime(9_800);
  expect(since()).toEqual(['silent']);
  vi.advanceTimersByTime(200);
  expect(since()).toEqual(['silent', 'dead']);
});

test('[RELAY-16] an end that was silent and is heard again may be silent again', () => {
  const { heartbeat, events } = start();
  vi.advanceTimersByTime(7_000);
  heartbeat.heard();
  vi.advanceTimersByTime(7_000);
  expect(told(events)).toEqual(['silent', 'silent']);
});

test('[RELAY-16] an agent that stood still itself does not take the other end for dead', () => {
  let leap = 0;
  const { events } = start({ ...systemClock, steady: () => systemClock.steady() + leap });
  vi.advanceTimersByTime(3_000);
  leap = 60_000;
  vi.advanceTimersByTime(4_000);
  expect(told(events)).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(told(events)).toEqual(['silent']);
});

test('[RELAY-16] nothing is told of a connection that has ended', () => {
  const { heartbeat, events } = start();
  heartbeat[Symbol.dispose]();
  vi.advanceTimersByTime(20_000);
  expect(events).toEqual([]);
});
