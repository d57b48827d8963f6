import { flagsOf, type RightsRecord } from '@vigil/shared/domain/permissions';
import { noRights } from '@vigil/shared/domain/rights-record.test-support';
import { expect, test } from 'vitest';
import {
  headerEntries,
  isCurrent,
  manageEntries,
  offeredEntries,
  supportEntries,
  type NavEntry,
  type NavContext,
} from './nav.ts';

const admin = { type: 'Manager' };
const reporter = { auth_val: 9 };

const context = (
  user: Partial<RightsRecord> = {},
  more: Partial<NavContext> & { isCorporate?: boolean } = {},
): NavContext => {
  const { isCorporate = true, ...rest } = more;
  return {
    viewer: { flags: flagsOf({ ...noRights, ...user }), isCorporate, isGuest: false, usesApproval: false },
    settings: { tickets: false },
    policies: { common_policy: 0, ip_policy: 0 },
    isMobile: false,
    ...rest,
  };
};
const has = (entries: typeof headerEntries | typeof manageEntries, given: NavContext) =>
  entries.filter(({ shown }) => shown(given)).map(({ id }) => id);

const always = ['devices', 'application', 'config', 'account', 'download'];

test('devices, applications, configurations, the account and downloads are offered to every user', () => {
  expect(has(headerEntries, context())).toEqual(always);
});

test.each([
  ['an administrator of a corporate company', admin, true, true],
  ['who may view reports in a corporate company', reporter, true, true],
  ['an administrator without a corporate licence', admin, false, false],
  ['who may view reports without a corporate licence', reporter, false, false],
  ['an ordinary user', {}, true, false],
])('the dashboard: %s', (_, user, isCorporate, shown) => {
  expect(has(headerEntries, context(user, { isCorporate })).includes('dashboard')).toBe(shown);
});

test('access tickets are offered if the installation uses them', () => {
  expect(has(headerEntries, context(admin)).includes('ticket')).toBe(false);
  expect(has(headerEntries, context({}, { settings: { tickets: true } })).includes('ticket')).toBe(true);
});

test('users, agent updates and groups are offered to administrators, and users not on a phone', () => {
  expect(has(manageEntries, context())).toEqual(['profile', 'requests', 'tokens']);
  const all = ['profile', 'users', 'groups', 'updates', 'requests', 'tokens', 'audit'];
  expect(has(manageEntries, context(admin))).toEqual(all);
  expect(has(manageEntries, context(admin, { isMobile: true }))).toEqual(all.filter((id) => id !== 'users'));
  const sub = { member_type_id: 6, use_approval_function: 1 };
  expect(has(manageEntries, context(sub))).toContain('users');
});

test.each([
  ['functions', { common_policy: 1, ip_policy: 0 }],
  ['blocking', { common_policy: 0, ip_policy: 1 }],
] as const)('the settings of %s follow the policy of the company, for an administrator', (id, policies) => {
  expect(has(manageEntries, context(admin, { policies }))).toContain(id);
  expect(has(manageEntries, context(admin))).not.toContain(id);
  expect(has(manageEntries, context({}, { policies }))).not.toContain(id);
});

test('an entry without a page is not offered', () => {
  const all = context(admin, { settings: { tickets: true }, policies: { common_policy: 1, ip_policy: 1 } });
  const everything: readonly NavEntry[] = [...headerEntries, ...manageEntries, ...supportEntries];
  const ready = everything.filter((entry) => entry.ready);
  expect(ready.length).toBeLessThan(everything.length);
  expect(offeredEntries(everything, all)).toEqual(ready);
});

test('an entry is current on whole parts of its address only', () => {
  expect(isCurrent({ prefix: 'device' }, 'device/all/12')).toBe(true);
  expect(isCurrent({ prefix: 'device' }, 'devices')).toBe(false);
  expect(isCurrent({ prefix: 'support/notice' }, 'support/notice')).toBe(true);
});
