import { flagsOf, type RightsColumns, type Viewer } from '@vigil/shared/domain/permissions';
import { noRights } from '@vigil/shared/domain/rights-record.test-support';
import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { NavConditions, NavEntry } from '../../entities/area.ts';
import { areas } from '../areas.ts';
import { isCurrent, linksOf } from './shown-links.ts';

const admin = { type: 'Manager' };

const context = (user: Partial<RightsColumns> = {}, more: Partial<NavConditions> = {}): NavConditions => ({
  viewer: { flags: flagsOf({ ...noRights, ...user }), isCorporate: true, isGuest: false, usesApproval: false },
  settings: { tickets: false, standalone: false },
  policies: { common_policy: 0, ip_policy: 0 },
  isMobile: false,
  ...more,
});
const idsOf = (menu: Parameters<typeof linksOf>[0], given: NavConditions) => linksOf(menu, given).map(({ id }) => id);

test('devices, incidents, the wall and the account are offered to every user, what else there is to those who use it', () => {
  expect(idsOf('header', context())).toEqual(['devices', 'incidents', 'wall', 'account']);
  expect(idsOf('header', context({ auth_val: 5 }))).toEqual(['devices', 'incidents', 'wall', 'config', 'account']);
  expect(idsOf('header', context(admin))).toEqual(expect.arrayContaining(['application', 'config', 'download']));
});

test('the administration opens its first page, and the profile is in the menu of the user', () => {
  const opened = (given: NavConditions) => linksOf('header', given).find(({ id }) => id === 'account')?.path;
  expect(opened(context(admin))).toBe('management/managers');
  expect(opened(context())).toBe('management/access');
  expect(idsOf('user', context(admin))).toEqual(['profile']);
});

test('access requests lead administrators to what they decide, and others to their own', () => {
  const requests = (given: NavConditions) => linksOf('account', given).find(({ id }) => id === 'requests');
  expect(requests(context(admin))).toMatchObject({ path: 'management/access-user', prefix: 'management/access' });
  expect(requests(context())?.path).toBe('management/access');
});

test('statistics and histories are offered to administrators and readers of reports of corporate accounts', () => {
  const reader = { auth_val: 9 };
  expect(idsOf('header', context(admin))).toContain('dashboard');
  expect(idsOf('header', context(reader))).toContain('dashboard');
  expect(idsOf('header', context())).not.toContain('dashboard');
  const basic = { ...context(admin), viewer: { ...context(admin).viewer, isCorporate: false } };
  expect(idsOf('header', basic)).not.toContain('dashboard');
  expect(idsOf('statistics', context(reader))).toEqual(['overview', 'rate-summary', 'rate-remote', 'rate-warning']);
  expect(idsOf('history', context(reader))).toEqual([
    'log-remote',
    'log-access',
    'log-delete',
    'log-warning',
    'log-transfer',
  ]);
  expect(idsOf('statistics', basic)).toEqual([]);
});

test('access tickets are offered if the installation uses them', () => {
  const settings = { tickets: true, standalone: false };
  expect(idsOf('header', context(admin))).not.toContain('ticket');
  expect(idsOf('header', context({}, { settings }))).toContain('ticket');
});

test('notices come from elsewhere: an installation for one company has none', () => {
  expect(idsOf('support', context())).toEqual(['download', 'notices']);
  expect(idsOf('phone', context())).toEqual(['notices']);
  const settings = { tickets: false, standalone: true };
  expect(idsOf('support', context({}, { settings }))).toEqual(['download']);
  expect(idsOf('phone', context({}, { settings }))).toEqual([]);
});

test('users, agent updates and groups are offered to administrators, also on a phone', () => {
  expect(idsOf('account', context())).toEqual(['requests', 'tokens', 'commands']);
  const all = [
    'users',
    'groups',
    'license',
    'payments',
    'updates',
    'requests',
    'maintenance',
    'channels',
    'tokens',
    'screens',
    'commands',
    'audit',
  ];
  expect(idsOf('account', context(admin))).toEqual(all);
  expect(idsOf('account', context(admin, { isMobile: true }))).toEqual(all);
  const sub = { member_type_id: 6, use_approval_function: 1 };
  expect(idsOf('account', context(sub))).toContain('users');
});

test.each([
  ['functions', { common_policy: 1, ip_policy: 0 }],
  ['blocking', { common_policy: 0, ip_policy: 1 }],
] as const)('the settings of %s follow the policy of the company, for an administrator', (id, policies) => {
  expect(idsOf('account', context(admin, { policies }))).toContain(id);
  expect(idsOf('account', context(admin))).not.toContain(id);
  expect(idsOf('account', context({}, { policies }))).not.toContain(id);
});

/** Whether a page shows itself to a user and not that it is not for them. */
const isAdmittedTo = (path: string, viewer: Viewer): boolean =>
  areas
    .flatMap(({ pages }) => pages)
    .filter((page) => matchPath(`/${page.path}`, `/${path}`) !== null)
    .every(({ denies }) => (denies?.(viewer) ?? null) === null);

test.each([
  ['an administrator', true, admin],
  ['a sub-manager who approves', true, { member_type_id: 6, use_approval_function: 1 }],
  ['a member', false, {}],
  ['a reader of reports', false, { auth_val: 9 }],
] as const)(
  'the requests of others are for those who decide, so that for %s they are open: %s',
  (_who, decides, rights) => {
    const { viewer } = context(rights);
    const paths = ['management/access-user', 'management/access-history'];
    expect(paths.map((path) => isAdmittedTo(path, viewer))).toEqual([decides, decides]);
    expect(isAdmittedTo('management/access', viewer)).toBe(true);
  },
);

test.each([
  ['an administrator', admin, {}],
  ['a member', {}, {}],
  ['a reader of reports', { auth_val: 9 }, {}],
  ['a sub-manager', { member_type_id: 6, use_approval_function: 1 }, {}],
  ['an administrator by invitation', admin, { isGuest: true }],
  ['a reader of reports of a small company', { auth_val: 9 }, { isCorporate: false }],
  ['the account of a ticket', { auth_remotecontrol: 1 }, { isGuest: true, isTemporary: true }],
] as const)('%s may open the pages that are linked for him, and no others that are linked', (_who, rights, of) => {
  const more = {
    policies: { common_policy: 1, ip_policy: 1 },
    settings: { tickets: true, standalone: false },
  } as const;
  const viewer = { ...context(rights).viewer, ...of };
  const isAdmitted = ({ path }: NavEntry) => isAdmittedTo(path, viewer);
  const linked = linksOf(undefined, { ...context(rights, more), viewer });
  // The support menu links the downloads for everybody, and a link may lead others to another page of its own.
  const hidden = linksOf(undefined, context(admin, more)).filter(
    ({ id, path }) => !linked.some((one) => one.path === path || one.id === id),
  );
  expect(linked.filter((entry) => !isAdmitted(entry))).toEqual([]);
  expect(hidden.filter(isAdmitted)).toEqual([]);
});

test('the account of a ticket is offered its devices, its profile and what the operator tells everybody', () => {
  const viewer = { ...context({ auth_remotecontrol: 1 }).viewer, isGuest: true, isTemporary: true };
  const settings = { tickets: true, standalone: false };
  const offered = linksOf(undefined, { ...context(), viewer, settings }).map(({ path }) => path);
  expect(new Set(offered)).toEqual(
    new Set(['device/all', 'management/profile', 'support/downloads', 'support/notice']),
  );
});

test('an entry is current on whole parts of its address only', () => {
  expect(isCurrent({ path: 'device/all', prefix: 'device' }, 'device/all/12')).toBe(true);
  expect(isCurrent({ path: 'device/all', prefix: 'device' }, 'devices')).toBe(false);
  const account = { path: 'management/managers', prefix: 'management', excluded: 'management/profile' };
  const isOfAccount = (here: string) => isCurrent(account, `management/${here}`);
  expect(['managers', 'profiles', 'profile', 'profile/security'].map(isOfAccount)).toEqual([true, true, false, false]);
  expect(isCurrent({ path: 'support/notice' }, 'support/notice')).toBe(true);
  expect(isCurrent({ path: 'statistics', isExact: true }, 'statistics/log-remote')).toBe(false);
  expect(isCurrent({ path: 'statistics', isExact: true }, 'statistics')).toBe(true);
});
