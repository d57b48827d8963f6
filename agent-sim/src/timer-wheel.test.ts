import { eventually } from '@vigil/agent/testing/eventually';
import { expect, test } from 'vitest';
import { FreezableClock } from './freezable-clock.ts';
import { Wheel } from './wheel.ts';

test('what is due runs in its order and not too early', async () => {
  using wheel = new Wheel();
  const began = Date.now();
  const ran: [string, number][] = [];
  const note = (name: string) => () => ran.push([name, Date.now() - began]);
  wheel.after(150, note('late'));
  wheel.after(50, note('soon'));
  wheel.after(0, note('now'));
  await eventually(() => ran.length === 3);
  expect(ran.map(([name]) => name)).toEqual(['now', 'soon', 'late']);
  expect(ran[1]?.[1]).toBeGreaterThanOrEqual(50);
  expect(ran[2]?.[1]).toBeGreaterThanOrEqual(150);
});

test('what was disposed does not run, also when the wheel ends', async () => {
  const ran: string[] = [];
  {
    using wheel = new Wheel();
    wheel.after(20, () => ran.push('kept'));
    wheel.after(20, () => ran.push('dropped'))[Symbol.dispose]();
    await eventually(() => ran.length > 0);
    wheel.after(0, () => ran.push('after the end'));
  }
  expect(ran).toEqual(['kept']);
});

test('a wheel that rested wakes for the next', async () => {
  using wheel = new Wheel();
  let ran = 0;
  for (const expected of [1, 2]) {
    wheel.after(10, () => (ran += 1));
    await eventually(() => ran === expected);
  }
});

test('a frozen clock holds what falls due, and lets it go on', async () => {
  using wheel = new Wheel();
  const clock = new FreezableClock(wheel);
  const ran: string[] = [];
  clock.freeze();
  clock.after(10, () => ran.push('held'));
  const dropped = clock.after(10, () => ran.push('dropped'));
  let later = false;
  wheel.after(60, () => (later = true));
  await eventually(() => later);
  expect(ran).toEqual([]);
  dropped[Symbol.dispose]();
  clock.goOn();
  expect(ran).toEqual(['held']);
});
