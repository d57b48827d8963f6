import { eventually } from '@vigil/agent/testing/eventually';
import { expect, test } from 'vitest';
import { ClockWithPausableTimers } from './pausable-clock.ts';
import { TimerWheel } from './timer-wheel.ts';

test('entries run in order of their due time and not early', async () => {
  using timers = new TimerWheel();
  const began = Date.now();
  const ran: [string, number][] = [];
  const note = (name: string) => () => ran.push([name, Date.now() - began]);
  timers.after(150, note('late'));
  timers.after(50, note('soon'));
  timers.after(0, note('now'));
  await eventually(() => ran.length === 3);
  expect(ran.map(([name]) => name)).toEqual(['now', 'soon', 'late']);
  expect(ran[1]?.[1]).toBeGreaterThanOrEqual(50);
  expect(ran[2]?.[1]).toBeGreaterThanOrEqual(150);
});

test('a disposed entry does not run, nor does any after the wheel is disposed', async () => {
  const ran: string[] = [];
  {
    using timers = new TimerWheel();
    timers.after(20, () => ran.push('kept'));
    timers.after(20, () => ran.push('dropped'))[Symbol.dispose]();
    await eventually(() => ran.length > 0);
    timers.after(0, () => ran.push('after the end'));
  }
  expect(ran).toEqual(['kept']);
});

test('an idle wheel starts again for the next entry', async () => {
  using timers = new TimerWheel();
  let ran = 0;
  for (const expected of [1, 2]) {
    timers.after(10, () => (ran += 1));
    await eventually(() => ran === expected);
  }
});

test('a paused clock defers what falls due until it is resumed', async () => {
  using timers = new TimerWheel();
  const clock = new ClockWithPausableTimers(timers);
  const ran: string[] = [];
  clock.pause();
  clock.after(10, () => ran.push('held'));
  const dropped = clock.after(10, () => ran.push('dropped'));
  let later = false;
  timers.after(60, () => (later = true));
  await eventually(() => later);
  expect(ran).toEqual([]);
  dropped[Symbol.dispose]();
  clock.resume();
  expect(ran).toEqual(['held']);
});
