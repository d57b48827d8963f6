import { expect, test } from 'vitest';
import { createUnprovenConnections } from './unproven-connections.ts';

interface Connection {
  readonly id: string;
}
const conn = (id: string): Connection => ({ id });

test('[LIMIT-2] a network that opens too many connections loses its own, oldest first', () => {
  const unproven = createUnprovenConnections<Connection>(5);
  const other = conn('other');
  expect(unproven.add(other, { network: 'b', at: 0 })).toBeUndefined();
  const flood = Array.from({ length: 8 }, (_, i) => conn(`a${i}`));
  const gone: unknown[] = [];
  for (const one of flood) {
    const evicted = unproven.add(one, { network: 'a', at: 0 });
    if (!evicted) continue;
    gone.push(evicted.id);
    unproven.delete(evicted);
  }
  expect(gone).toEqual(['a0', 'a1', 'a2', 'a3']);
  expect(unproven.add(conn('third'), { network: 'c', at: 0 })?.id).toBe('a4');
  expect(unproven.count(other, 3)).toBe(3);
  expect(unproven.count(other, 4)).toBe(7);
  unproven.delete(other);
  expect(unproven.count(other, 1)).toBeUndefined();
});

test('nothing is left of connections that are gone', () => {
  const unproven = createUnprovenConnections<Connection>(5);
  const all = ['a', 'a', 'b'].map((network, i) => [conn(String(i)), network] as const);
  for (const [one, network] of all) unproven.add(one, { network, at: 0 });
  for (const [one] of all) unproven.delete(one);
  expect(unproven.size).toBe(0);
});

test('[LIMIT-2] connections are found by their age until they have proven who they are', () => {
  const unproven = createUnprovenConnections<Connection>(5);
  const [first, second, third] = [conn('first'), conn('second'), conn('third')];
  for (const [at, one] of [first, second, third].entries()) unproven.add(one, { network: 'a', at });
  unproven.delete(first);
  expect(unproven.addedBefore(2)).toEqual([second]);
});
