import { expect, test } from 'vitest';
import { createUnprovenConnectionRegistry, type UnprovenConnectionRegistry } from './unproven-connections.ts';

interface Connection {
  readonly id: string;
}
const conn = (id: string): Connection => ({ id });

/** One connection after the other, which lose those that have to go. @returns what each of them cost */
function flood(
  unproven: UnprovenConnectionRegistry<Connection>,
  all: readonly (readonly [id: string, ip: string, at: number])[],
) {
  return all.map(([id, ip, at]) => {
    const evicted = unproven.add(conn(id), { address: ip, at });
    if (evicted) unproven.delete(evicted);
    return evicted?.id ?? null;
  });
}

test('[LIMIT-2] a network that opens too many connections loses its own, oldest first', () => {
  const unproven = createUnprovenConnectionRegistry<Connection>(5);
  const other = conn('other');
  expect(unproven.add(other, { address: '192.0.2.2', at: 0 })).toBeUndefined();
  const gone = flood(
    unproven,
    Array.from({ length: 8 }, (_, i) => [`a${i}`, '192.0.2.1', 0] as const),
  );
  expect(gone).toEqual([null, null, null, null, 'a0', 'a1', 'a2', 'a3']);
  expect(unproven.add(conn('third'), { address: '192.0.2.3', at: 0 })?.id).toBe('a4');
  expect(unproven.count(other, 3)).toBe(3);
  expect(unproven.count(other, 4)).toBe(7);
  unproven.delete(other);
  expect(unproven.count(other, 1)).toBeUndefined();
});

test('[LIMIT-2] thousands of networks of one IPv6 site count together, so that a real site loses nothing', () => {
  const unproven = createUnprovenConnectionRegistry<Connection>(10);
  // Each of them proves within a second, but four are on their way at any time.
  const site = Array.from({ length: 4 }, (_, i) => [`pc${i}`, '198.51.100.1', 0] as const);
  expect(flood(unproven, site)).toEqual([null, null, null, null]);
  const attack = Array.from({ length: 20 }, (_, i) => [`x${i}`, `2001:db8:0:${i.toString(16)}::1`, 0] as const);
  const gone = flood(unproven, attack).filter((id) => id !== null);
  expect(gone).toHaveLength(14);
  expect(gone.filter((id) => id.startsWith('pc'))).toEqual([]);
});

test('[LIMIT-2] above four fifths, those that have proven nothing for a second go first, of the largest site among them', () => {
  const unproven = createUnprovenConnectionRegistry<Connection>(10);
  const strangers = Array.from({ length: 3 }, (_, i) => [`old${i}`, `203.0.113.${i}`, 0] as const);
  flood(unproven, [...strangers, ['older', '203.0.113.0', 1]]);
  const real = Array.from({ length: 8 }, (_, i) => [`pc${i}`, '198.51.100.1', 2_000] as const);
  // The ninth begins it.
  expect(flood(unproven, real)).toEqual([null, null, null, null, 'old0', 'old1', 'old2', 'older']);
  // While all are new there is room up to the limit.
  expect(
    flood(unproven, [
      ['pc8', '198.51.100.1', 2_000],
      ['pc9', '198.51.100.1', 2_000],
    ]),
  ).toEqual([null, null]);
  expect(flood(unproven, [['pc10', '198.51.100.1', 2_001]])).toEqual(['pc0']);
});

test('nothing is left of connections that are gone', () => {
  const unproven = createUnprovenConnectionRegistry<Connection>(5);
  const all = ['192.0.2.1', '192.0.2.1', '2001:db8::1'].map((address, i) => [conn(String(i)), address] as const);
  for (const [one, address] of all) unproven.add(one, { address, at: 0 });
  for (const [one] of all) unproven.delete(one);
  expect(unproven.size).toBe(0);
});

test('[LIMIT-2] connections are found by their age until they have proven who they are', () => {
  const unproven = createUnprovenConnectionRegistry<Connection>(5);
  const [first, second, third] = [conn('first'), conn('second'), conn('third')];
  for (const [at, one] of [first, second, third].entries()) unproven.add(one, { address: '192.0.2.1', at });
  unproven.delete(first);
  expect(unproven.addedBefore(2)).toEqual([second]);
});
