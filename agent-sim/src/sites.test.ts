import { expect, test } from 'vitest';
import { profileOf } from './device-profile.ts';
import { enrolmentSiteKeyOf, enrolmentSitesOf } from './sites.ts';

test('a first fleet stands at several sites in nested groups, and a few of its devices wait', () => {
  const sites = enrolmentSitesOf(1, 50);
  expect(sites.reduce((sum, { devices }) => sum + devices, 0)).toBe(50);
  expect(new Set(sites.map(({ path }) => path.slice(0, 2).join('/'))).size).toBeGreaterThan(3);
  expect(sites.every(({ path }) => path.length === 3)).toBe(true);
  const waiting = sites.filter(({ accepted }) => accepted === 0).reduce((sum, { devices }) => sum + devices, 0);
  expect(waiting).toBe(2);
  // What is asked for is what the devices look for.
  const keys = new Set(sites.map(({ key }) => key));
  for (let index = 0; index < 50; index += 1) expect(keys).toContain(enrolmentSiteKeyOf(profileOf(1, index)));
});
