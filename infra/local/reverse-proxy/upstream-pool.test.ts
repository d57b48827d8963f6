import { expect, test } from 'vitest';
import { createUpstreamPool } from './upstream-pool.ts';

const [one, two, three] = [1, 2, 3].map((port) => ({ host: 'h', port })) as [Up, Up, Up];
type Up = { host: string; port: number };

test('by load, the one with the fewest connections comes first', () => {
  const pool = createUpstreamPool([one, two]);
  const connection = pool.open(one);
  expect(pool.byLoad()).toEqual([two, one]);
  connection[Symbol.dispose]();
  pool.open(two);
  expect(pool.byLoad()).toEqual([one, two]);
});

test('one that did not answer comes last, for a while', () => {
  let now = 0;
  const pool = createUpstreamPool([one, two], () => now);
  pool.markDown(one);
  expect(pool.byLoad()).toEqual([two, one]);
  now += 10_000;
  expect(pool.byLoad()).toEqual([one, two]);
});

test('by key, only the clients of a gateway that leaves move to another one', () => {
  const keys = Array.from({ length: 200 }, (_, index) => `client ${index}`);
  const before = createUpstreamPool([one, two, three]);
  const after = createUpstreamPool([one, two]);
  for (const key of keys) {
    const [first] = before.byKey(key);
    if (first !== three) expect(after.byKey(key)[0]).toBe(first);
  }
  expect(new Set(keys.map((key) => before.byKey(key)[0])).size).toBe(3);
});

test('by key, clients of neighbouring addresses are spread evenly', () => {
  const pool = createUpstreamPool([one, two, three]);
  const firsts = Array.from({ length: 3_000 }, (_, index) => pool.byKey(`10.0.${index >> 8}.${index & 255}`)[0]);
  for (const upstream of [one, two, three]) {
    const count = firsts.filter((first) => first === upstream).length;
    expect(count).toBeGreaterThan(900);
    expect(count).toBeLessThan(1_100);
  }
});
