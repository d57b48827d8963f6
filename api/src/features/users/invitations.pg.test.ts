import { checkResetLink, recoverAccount } from '@vigil/shared/contract/http/accounts';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { createUser, readUser, resendUserInvitation, updateUser } from '@vigil/shared/contract/http/user-changes';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { keyIn, mailsTo, newestMail } from '../../testing/mails.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, PASSWORD } from '../../testing/world.ts';

const test = apiTest({ PUBLIC_URL: 'https://vigil.test', RATE_LIMIT_FACTOR: '1' });
const DAY_MS = 86_400_000;

const invite = (api: TestApi, token: string, person: { mgrid: string; email: string; lang_code?: 'ja' }) =>
  api.call(token, createUser, { body: { name: 'Lee', invite: 1, ...person } });
const choose = (api: TestApi, key: string) =>
  api.call(null, recoverAccount, { body: { type: 'set', key, pw: PASSWORD } });

test('who is invited chooses the password by the link of a mail, and signs in', async ({ api }) => {
  const { admin } = await addCompany(api);
  const person = { mgrid: 'invited-lee', email: 'invited@vigil.test' };
  const added = await invite(api, admin, person);
  expect(added.objects).toMatchObject([{ mgrid: person.mgrid, must_change: 0, email_verified: 1 }]);
  const mail = await newestMail(api, person.email);
  expect(mail.text).toContain(person.mgrid);
  // Longer than the hour of a password that was forgotten.
  api.advance(6 * DAY_MS);
  expect((await choose(api, keyIn(mail))).objects).toEqual({ result: 'Success' });
  expect((await choose(api, keyIn(mail))).error?.code).toBe('link_invalid');
  const entered = await api.call(null, signIn, { body: { type: '1STEP', mail: person.mgrid, pw: PASSWORD } });
  expect(entered.objects).toMatchObject({ step3: 'success' });
});

test('an invitation needs an address, is in the language of the user, and ends after seven days', async ({ api }) => {
  const { admin } = await addCompany(api);
  expect((await invite(api, admin, { mgrid: 'no-address', email: '' })).error).toMatchObject({
    code: 'email-invalid',
    field: 'body.email',
  });
  const person = { mgrid: 'late-lee', email: 'late@vigil.test', lang_code: 'ja' } as const;
  await invite(api, admin, person);
  const mail = await newestMail(api, person.email);
  expect(mail.text).toContain('https://vigil.test/ja/reset-password?key=');
  api.advance(7 * DAY_MS + 1_000);
  expect((await choose(api, keyIn(mail))).error?.code).toBe('link_invalid');
});

test('an invitation is open until the password is chosen, and is sent again, with which the link of before ends', async ({
  api,
}) => {
  const { admin } = await addCompany(api);
  api.stopClock();
  const person = { mgrid: 'again-lee', email: 'again@vigil.test' };
  const [added] = (await invite(api, admin, person)).objects;
  const params = { pk: String(added?.pk) };
  expect(Date.parse(added?.invited_until ?? '') - api.deps.now()).toBe(7 * DAY_MS);
  const first = keyIn(await newestMail(api, person.email));
  expect((await api.call(null, checkResetLink, { query: { key: first } })).objects).toMatchObject({ invited: true });

  // An address that was mistyped is corrected, with which the link ends; the next one goes to the new address.
  await api.call(admin, updateUser, { params, body: { email: 'right@vigil.test' } });
  expect((await choose(api, first)).error?.code).toBe('link_invalid');
  api.advance(60_000);
  const again = await api.call(admin, resendUserInvitation, { params });
  expect(Date.parse(again.objects[0]?.invited_until ?? '') - api.deps.now()).toBe(7 * DAY_MS);
  expect((await choose(api, keyIn(await newestMail(api, 'right@vigil.test')))).objects).toEqual({ result: 'Success' });

  expect((await api.call(admin, readUser, { params })).objects).toMatchObject([{ invited_until: null }]);
  expect((await api.call(admin, resendUserInvitation, { params })).error?.code).toBe('conflict');
  expect((await api.call(admin, resendUserInvitation, { params: { pk: '999999' } })).error?.code).toBe('not_found');
});

test('nobody is mailed to without end: the user is not added then', async ({ api }) => {
  const { admin } = await addCompany(api);
  const email = 'often@vigil.test';
  const codes = [];
  for (let n = 0; n < 6; n += 1) codes.push((await invite(api, admin, { mgrid: `often-${n}`, email })).error?.code);
  expect(codes).toEqual([...Array.from({ length: 5 }, () => undefined), 'too_many_requests']);
  expect(await mailsTo(api, email)).toHaveLength(5);
  expect((await invite(api, admin, { mgrid: 'often-5', email: 'other@vigil.test' })).error).toBeUndefined();
});

test('without an invitation a password is needed', async ({ api }) => {
  const { admin } = await addCompany(api);
  const { error } = await api.call(admin, createUser, { body: { mgrid: 'no-password', name: 'Lee' } });
  expect(error).toMatchObject({ code: 'password_level3', field: 'body.pw' });
});
