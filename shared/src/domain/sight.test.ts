import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DevicePk, GroupPk } from '../contract/ids.ts';
import { createSightCheck, groupsInSight, seesGroup, sightKey, type Sight } from './sight.ts';

const [A, B] = [DevicePk.parse(11), DevicePk.parse(12)];
const [HERE, THERE] = [GroupPk.parse(21), GroupPk.parse(22)];
const places = [A, B].flatMap((pk) => [HERE, THERE].map((group) => ({ pk, group })));
const seen = (sight: Sight) => places.filter(createSightCheck(sight));

test('a sight shows all devices, those in its groups, or those that it names wherever they are', () => {
  expect(seen('all')).toEqual(places);
  expect(seen({ groups: [HERE] })).toEqual(places.filter(({ group }) => group === HERE));
  expect(seen({ devices: [B] })).toEqual(places.filter(({ pk }) => pk === B));
  expect([seen({ groups: [] }), seen({ devices: [] })]).toEqual([[], []]);
});

test('a viewer of single devices sees no group as a whole', () => {
  expect(groupsInSight({ devices: [A] })).toEqual([]);
  expect(seesGroup({ devices: [A] }, HERE)).toBe(false);
  expect(seesGroup({ groups: [HERE] }, HERE)).toBe(true);
  expect(seesGroup({ groups: [HERE] }, THERE)).toBe(false);
  expect(seesGroup('all', THERE)).toBe(true);
});

const pks = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 6 });
const sights: fc.Arbitrary<Sight> = fc.oneof(
  fc.constant('all' as const),
  pks.map((all) => ({ groups: all.map((pk) => GroupPk.parse(pk)) })),
  pks.map((all) => ({ devices: all.map((pk) => DevicePk.parse(pk)) })),
);

test('sights with the same key show the same of any fleet', () => {
  const fleet = Array.from({ length: 900 }, (_, n) => ({
    pk: DevicePk.parse((n % 30) + 1),
    group: GroupPk.parse(Math.floor(n / 30) + 1),
  }));
  fc.assert(
    fc.property(sights, sights, (one, other) => {
      const isSame = sightKey(one) === sightKey(other);
      const show = (sight: Sight) => fleet.filter(createSightCheck(sight));
      if (isSame) expect(show(one)).toEqual(show(other));
      else if (one !== 'all' && other !== 'all' && 'groups' in one === 'groups' in other)
        expect(show(one)).not.toEqual(show(other));
    }),
  );
});

test('a list shows the same in any order of its keys', () => {
  expect(sightKey({ devices: [B, A] })).toBe(sightKey({ devices: [A, B] }));
  expect(sightKey({ devices: [A] })).not.toBe(sightKey({ groups: [GroupPk.parse(11)] }));
});
