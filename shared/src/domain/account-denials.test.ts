import { expect, test } from 'vitest';
import { accountDenialsOf, type SignInFacts } from './account-denials.ts';

const NOW = Date.UTC(2026, 10, 23);
const DAY_MS = 24 * 3_600_000;
const ordinary: SignInFacts['user'] = {
  memberTypeId: 1,
  active: true,
  lockedAt: null,
  validUntil: null,
  email: 'kim@vigil.test',
  emailVerifiedAt: new Date(0),
  mustChange: 0,
  passwordChangedAt: new Date(NOW - 30 * DAY_MS),
};
const limitsOf = (user: Partial<SignInFacts['user']>, passwordChangeLimit = 0) =>
  accountDenialsOf({ user: { ...ordinary, ...user }, policies: { passwordChangeLimit } }, NOW);

test.each([
  ['nothing', {}, 0, []],
  ['a password that is not too old yet', {}, 31, []],
  ['a password that is too old', {}, 30, ['pw_reject']],
  ['a password that another person chose', { mustChange: 1 }, 0, ['pw_reject']],
  ['a partner', { memberTypeId: 7 }, 0, ['partner']],
  ['an inactive account', { active: false }, 0, ['inactive']],
  ['an account whose time is over', { validUntil: new Date(NOW) }, 0, ['inactive']],
  ['an account whose time is not over', { validUntil: new Date(NOW + 1) }, 0, []],
  ['an address that is not verified', { emailVerifiedAt: null }, 0, ['unverified']],
  ['no address at all', { email: '', emailVerifiedAt: null }, 0, []],
  [
    'several, in the order of the checks',
    { active: false, lockedAt: new Date(NOW), mustChange: 1 },
    0,
    ['inactive', 'locked', 'pw_reject'],
  ],
] as const)('%s', (_what, user, days, expected) => {
  expect(limitsOf(user, days)).toEqual(expected);
});
