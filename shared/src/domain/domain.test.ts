import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GroupPk } from '../contract/ids.ts';
import { joinList, encodeSoftwareList, decodeHardwareList, splitList, decodeSoftwareList } from './device-lists.ts';
import { countFleet } from './fleet-counts.ts';
import { isGroupWithin, withAncestors } from './group-tree.ts';
import { fromHundredths, toHundredths } from './hundredths.ts';
import { isStorable } from './storable.ts';

const text = fc.string({ maxLength: 12 });
const plain = (value: string) => value.replaceAll(';', ',');

test('a joined list is split into the same values, semicolons as commas', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2 }), (values) => {
      expect(splitList(joinList(values))).toEqual(values.map(plain));
    }),
  );
  expect(splitList(joinList([]))).toEqual([]);
  expect(splitList(joinList([1, null, 'x']))).toEqual(['1', '', 'x']);
});

test('software and hardware lists are split into the joined entries', () => {
  const software = fc.record({ name: text, company: text, install_date: text, version: text, description: text });
  fc.assert(
    fc.property(fc.array(software), (entries) => {
      const expected = entries.map((entry) =>
        Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, plain(value)])),
      );
      expect(decodeSoftwareList(encodeSoftwareList(entries))).toEqual(expected);
    }),
  );
  expect(decodeHardwareList('CPU;Disk', 'fast')).toEqual([
    { name: 'CPU', description: 'fast' },
    { name: 'Disk', description: '' },
  ]);
});

test('hundredths are whole, and convert back within half a hundredth', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (percent) => {
      const hundredths = toHundredths(percent) ?? -1;
      expect(Number.isInteger(hundredths)).toBe(true);
      expect(Math.abs((fromHundredths(hundredths) ?? -1) - percent)).toBeLessThanOrEqual(0.005 + 1e-9);
    }),
  );
  expect([toHundredths(null), fromHundredths(null), toHundredths(12.34), fromHundredths(1_234)]).toEqual([
    null,
    null,
    1_234,
    12.34,
  ]);
});

test('the counts of groups add up to those of the fleet', () => {
  const device = fc.record({
    group: fc.integer({ min: 1, max: 4 }).map((pk) => GroupPk.parse(pk)),
    online: fc.boolean(),
    approved: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(device), (devices) => {
      const counts = countFleet(devices);
      const sum = (of: (group: (typeof counts.groups)[number]) => number) =>
        counts.groups.reduce((n, g) => n + of(g), 0);
      expect([counts.total, counts.online]).toEqual([sum((g) => g.total), sum((g) => g.online)]);
      expect(counts.online + counts.offline).toBe(devices.length);
      expect(counts.waiting_approval).toBe(devices.filter((one) => !one.approved).length);
    }),
  );
});

/** Random forests: the parent of a group is an earlier group, or none. */
const forest = fc.array(fc.nat(), { minLength: 1, maxLength: 12 }).map((picks) => {
  const parents = new Map<number, number | null>();
  picks.forEach((pick, pk) => parents.set(pk, pk === 0 || pick % 3 === 0 ? null : pick % pk));
  return parents;
});

test('a visible tree has the permitted groups and their ancestors only', () => {
  fc.assert(
    fc.property(forest, fc.array(fc.nat({ max: 11 })), (parents, picks) => {
      const permitted = new Set(picks.filter((pk) => parents.has(pk)));
      const shown = withAncestors(permitted, parents);
      for (const pk of shown) {
        const parent = parents.get(pk);
        expect(parent == null || shown.has(parent)).toBe(true);
        expect([...permitted].some((one) => isGroupWithin(one, pk, (group) => parents.get(group)))).toBe(true);
      }
      for (const pk of permitted) expect(shown.has(pk)).toBe(true);
    }),
  );
});

test('values that the stores refuse are not storable', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme-ascii' }), (value) => isStorable(value)));
  const deep = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
  expect(
    [1, null, undefined, true, 'ü🙂', { a: ['x'] }, deep(30), Buffer.alloc(9)].map((one) => isStorable(one)),
  ).toEqual(Array.from({ length: 8 }, () => true));
  expect(
    ['\0', ['a\0'], { '\0': 1 }, { a: { b: '\ud800' } }, deep(100), deep(5_000)].map((one) => isStorable(one)),
  ).toEqual(Array.from({ length: 6 }, () => false));
});
