import { UserPk } from '@vigil/shared/contract/ids';
import { problems } from '@vigil/shared/contract/problems';
import { expect, test } from 'vitest';
import { newUserBodyOf, emptyUser, newUserProblemsOf, withApproval, type NewUser } from './new-user.ts';

const good: NewUser = { ...emptyUser, mgrid: 'kim.lee', pw: 'Passw0rd!', confirmation: 'Passw0rd! ', name: 'Kim' };
const own = { lang_code: 'en', time_zone_id: 3 } as const;
const me = { pk: UserPk.parse(1), name: 'Me' };

// Each row keeps the problems of the rows below it: the order of spec 3 §5 decides.
test.each([
  [{ ...emptyUser, mgrid: 'x' }, true, 'invalid_id'],
  [{ ...emptyUser, mgrid: 'kim.lee' }, true, 'id_exist'],
  [{ ...emptyUser, mgrid: 'kim.lee', pw: 'short' }, false, 'password_level3'],
  [{ ...emptyUser, mgrid: 'kim.lee', pw: 'Passw0rd!' }, false, 'password_confirm'],
  [{ ...good, name: ' ' }, false, 'name_requirement'],
  [{ ...good, name: 'www.example.org' }, false, 'name_invalid'],
  [{ ...good, email: 'kim' }, false, 'email-invalid'],
  [{ ...good, isInvited: true, pw: '', confirmation: '' }, false, 'email-invalid'],
  [{ ...good, isInvited: true, pw: '', confirmation: '', email: 'kim@example.org' }, false, undefined],
  [good, false, undefined],
])('%j (taken: %s) has the problem %s', (user, isTaken, code) => {
  const [problem] = newUserProblemsOf(user, { rule: { level: 3, max: 12 }, isTaken });
  expect(problem?.code).toBe(code);
  if (problem)
    for (const language of ['en', 'ko', 'ja'] as const) expect(problems[problem.code][language]).not.toBe('');
});

test.each([
  [0, 'abc', 'password_level0'],
  [0, 'abcd', undefined],
  [1, 'abcdef', 'password_level1'],
  [2, 'abcdefg1', 'password_level2'],
] as const)('at level %i the password %s: %s', (level, pw, code) => {
  expect(
    newUserProblemsOf({ ...good, pw, confirmation: pw }, { rule: { level, max: 12 }, isTaken: false })[0]?.code,
  ).toBe(code);
});

test('approval that is switched off takes the right of a submanager along', () => {
  const on = withApproval({ ...good, isSubManager: true }, true, me);
  expect(on).toMatchObject({ usesApproval: true, isSubManager: true, approver: me });
  const off = withApproval(on, false, me);
  expect(off).toMatchObject({ usesApproval: false, isSubManager: false });
  expect(newUserBodyOf(off, own)).toMatchObject({ user_type: 1, use_approval: 0, approver_fk: 1 });
});

test('an approver who was chosen stays; an empty one is none', () => {
  const other = { pk: UserPk.parse(2), name: 'Other' };
  expect(withApproval({ ...good, approver: other }, true, me).approver).toBe(other);
  expect(newUserBodyOf({ ...good, isSubManager: true }, own)).toMatchObject({
    approver_fk: 0,
    user_type: 6,
    lang_code: 'en',
  });
});

test('of a user who is invited no password is sent, whatever was typed before', () => {
  const body = newUserBodyOf({ ...good, isInvited: true, mustChange: true }, own);
  expect(body).toMatchObject({ invite: 1, must_change: 0 });
  expect(body).not.toHaveProperty('pw');
});

test('both numbers of a user are sent', () => {
  const { phone, tel } = newUserBodyOf({ ...good, phone: '010-1234-5678', tel: '02-123-4567' }, own);
  expect([phone, tel]).toEqual(['010-1234-5678', '02-123-4567']);
});

test('every field that is wrong has its problem', () => {
  const found = newUserProblemsOf(
    { ...emptyUser, mgrid: 'x', confirmation: 'y', email: 'kim' },
    { rule: { level: 3, max: 12 }, isTaken: true },
  );
  expect(found.map(({ field, code }) => [field, code])).toEqual([
    ['mgrid', 'invalid_id'],
    ['pw', 'password_level3'],
    ['confirmation', 'password_confirm'],
    ['name', 'name_requirement'],
    ['email', 'email-invalid'],
  ]);
});
