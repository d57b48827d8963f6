import type { WallView } from '@vigil/shared/contract/http/wall-views';
import type { GroupPk, WallViewPk } from '@vigil/shared/contract/ids';
import { wallOfflineChoices, wallOrders, wallTileSizes } from '@vigil/shared/contract/names';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  wallViewBodyOf,
  isChanged,
  usageThresholdsOf,
  nextPace,
  wallSettingsOfAddress,
  settingsOfView,
  usualSettings,
  wallPath,
  type WallSettings,
} from './wall-settings.ts';

const pks = (...values: number[]) => values as GroupPk[];
const at = (path: string, base = usualSettings) => {
  const [, group, query = ''] = /^wall(?:\/([^?]*))?(?:\?(.*))?$/u.exec(path) ?? [];
  const scope =
    group === undefined ? null : group === 'all' || group === 'favorate' ? group : (Number(group) as GroupPk);
  return wallSettingsOfAddress({ scope, query: new URLSearchParams(query) }, base);
};
const viewOf = (change: Partial<Record<keyof WallView, unknown>>) =>
  ({ group_pks: null, layout: {}, thresholds: {}, ...change }) as WallView;

const level = (max: number) => fc.option(fc.integer({ min: 1, max }));
const settings: fc.Arbitrary<WallSettings> = fc.record({
  groups: fc.oneof(
    fc.constantFrom('all' as const, 'favorate' as const),
    fc
      .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 5 })
      .map((all) => pks(...all.toSorted((a, b) => a - b))),
  ),
  tiles: fc.constantFrom(...wallTileSizes),
  seconds: fc.option(fc.integer({ min: 3, max: 3_600 })),
  order: fc.constantFrom(...wallOrders),
  offline: fc.constantFrom(...wallOfflineChoices),
  cpu: level(100),
  memory: level(100),
  disk: level(100),
  temperature: level(150),
});

test('an address says all that is shown, as a variant of a view or without one', () => {
  fc.assert(
    fc.property(settings, settings, (shown, saved) => {
      expect(at(wallPath(shown, null))).toEqual(shown);
      const path = wallPath(shown, { pk: 3 as WallViewPk, saved });
      expect(at(path, saved)).toEqual(shown);
      expect(isChanged(shown, saved)).toBe(path !== 'wall?view=3');
    }),
    { seed: 20_261_126 },
  );
});

test('what was saved is what is read, also by the order of its groups', () => {
  fc.assert(
    fc.property(settings, (one) => {
      const groups = one.groups === 'favorate' ? 'all' : one.groups;
      const { group_pks, ...rest } = wallViewBodyOf(one, groups);
      expect(
        isChanged(settingsOfView(viewOf({ ...rest, group_pks: group_pks?.toReversed() ?? null })), { ...one, groups }),
      ).toBe(false);
    }),
    { seed: 20_261_126 },
  );
});

test('addresses of walls without a view are as they were', () => {
  expect(at('wall')).toEqual(usualSettings);
  expect(at('wall/7')).toEqual({ ...usualSettings, groups: [7] });
  expect(wallPath({ ...usualSettings, groups: pks(7) }, null)).toBe('wall/7');
  expect(wallPath({ ...usualSettings, groups: pks(9, 7), tiles: 'L' }, null)).toBe('wall?groups=7,9&tiles=L');
});

// [of the view or the address, what is not understood is as before]
test.each([
  { tiles: 'XL' },
  { seconds: 2 },
  { seconds: 'soon' },
  { cpu: 101 },
  { temperature: -1 },
  { order: null },
  { fan: 3 },
])('what %j asks for is left out', (part) => {
  expect(settingsOfView(viewOf({ layout: part }))).toEqual(usualSettings);
  expect(at(`wall?${new URLSearchParams(Object.entries(part).map(([name, value]) => [name, String(value)]))}`)).toEqual(
    usualSettings,
  );
});

test('groups of an address that are none are left out', () => {
  expect(at('wall?groups=5,x,-1,5').groups).toEqual([5]);
  expect(at('wall?groups=x').groups).toBe('all');
});

test('a threshold that a view does not have is the one in use everywhere', () => {
  expect(usageThresholdsOf(usualSettings)).toEqual({ cpu: 90, memory: 90, disk: 90, temperature: 50 });
  expect(usageThresholdsOf({ ...usualSettings, cpu: 40 })).toEqual({
    cpu: 40,
    memory: 90,
    disk: 90,
    temperature: 50,
  });
});

test('the pace goes step by step, from any other to the nearest step, and stops at the ends', () => {
  expect([5, 10, 45, 300].map((seconds) => nextPace(seconds, 'slower'))).toEqual([10, 20, 60, 300]);
  expect([5, 10, 45, 600].map((seconds) => nextPace(seconds, 'faster'))).toEqual([5, 5, 20, 300]);
});
