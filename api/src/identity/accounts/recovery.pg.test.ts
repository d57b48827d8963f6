import { randomBytes } from 'node:crypto';
import { mailLoginId, checkResetLink, recoverAccount, verifyEmail } from '@vigil/shared/contract/http/accounts';
import { createApiToken } from '@vigil/shared/contract/http/api-tokens';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { readUserOfSignInLink, signIn } from '@vigil/shared/contract/http/sign-in';
import { linkTokens } from '@vigil/shared/platform/db/schema/accounts';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { keyIn, mailsTo, newestMail } from '../../testing/mails.ts';
import { setPolicies } from '../../testing/policies.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember, PASSWORD, type TestCompany, type TestUser } from '../../testing/world.ts';

const NEXT = 'N3xt-Passw0rd'.slice(0, 12);
const test = apiTest({ PUBLIC_URL: 'https://vigil.test/' });
let api: TestApi;
let company: TestCompany;

test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

type Reachable = TestUser & { email: string };
async function addReachable(more: Parameters<typeof addMember>[2] = {}): Promise<Reachable> {
  const email = `${randomBytes(4).toString('hex')}@vigil.test`;
  return { ...(await addMember(api, company, { email, emailVerifiedAt: new Date(), ...more })), email };
}
const change = (member: TestUser, set: Partial<typeof users.$inferInsert>) =>
  api.deps.database.asSystem((tx) => tx.update(users).set(set).where(eq(users.pk, member.pk)));
const ask = (type: 'send' | 'unlock', key: string) =>
  api.call(null, recoverAccount, { body: { type, key, lang_code: 'en' } });
const setPassword = (key: string, pw: string) => api.call(null, recoverAccount, { body: { type: 'set', key, pw } });
const open = (key: string) => api.call(null, recoverAccount, { body: { type: 'open', key } });
const enter = async (mail: string, pw = PASSWORD) =>
  (await api.call(null, signIn, { body: { type: '1STEP', mail, pw } })).objects;
const isValid = async (key: string) => (await api.call(null, checkResetLink, { query: { key } })).objects;

test('a reset link sets a password once, ends every session, revokes the API tokens and opens the lock', async () => {
  const member = await addReachable();
  const body = { name: 'script', scopes: ['read' as const], expires_in_d: 1, origin_pw: PASSWORD };
  const { api_token } = (await api.call(member.token, createApiToken, { body })).objects;
  await change(member, { lockedAt: new Date(), failureCount: 5 });
  expect((await ask('send', ` ${member.id} `)).objects).toEqual({ result: 'Success' });
  const mail = await newestMail(api, member.email);
  expect(mail.text).toContain('https://vigil.test/en/reset-password?key=');
  const key = keyIn(mail);
  expect(await isValid(key)).toEqual({ valid: true, invited: false, password_level: 3, password_max: 12 });
  expect((await setPassword(key, 'weak')).error).toMatchObject({ code: 'password_level3', field: 'body.pw' });
  expect((await setPassword(key, PASSWORD)).error?.code).toBe('password_modified_error');
  expect((await setPassword(key, ` ${NEXT} `)).objects).toEqual({ result: 'Success' });
  expect((await setPassword(key, 'An0ther-Pw!')).error?.code).toBe('link_invalid');
  expect(await isValid(key)).toMatchObject({ valid: false });
  expect((await api.call(member.token, readProfile)).error?.code).toBe('session_invalid');
  expect((await api.call(api_token, readProfile)).error?.code).toBe('token_invalid');
  expect(await enter(member.id, NEXT)).toMatchObject({ step3: 'success' });
});

test('of two links the newer one counts, for an hour', async () => {
  const member = await addReachable();
  await ask('send', member.id);
  const first = keyIn(await newestMail(api, member.email));
  await ask('send', member.id);
  const second = keyIn(await newestMail(api, member.email, 2));
  expect((await setPassword(first, NEXT)).error?.code).toBe('link_invalid');
  api.advance(61 * 60_000);
  expect((await setPassword(second, NEXT)).error?.code).toBe('link_invalid');
});

test('of two simultaneous uses of a link one succeeds', async () => {
  const member = await addReachable();
  await ask('send', member.id);
  const key = keyIn(await newestMail(api, member.email));
  const replies = await Promise.all([setPassword(key, 'F1rst-Pass!'), setPassword(key, 'S3cond-Pass!')]);
  expect(replies.map((reply) => reply.error?.code ?? 'ok').toSorted()).toEqual(['link_invalid', 'ok']);
});

test('a link of one kind is not valid for another, and only its hash is stored', async () => {
  const member = await addReachable();
  await ask('send', member.id);
  const key = keyIn(await newestMail(api, member.email));
  expect((await open(key)).error?.code).toBe('link_invalid');
  expect((await api.call(null, readUserOfSignInLink, { query: { token: key } })).error?.code).toBe('link_invalid');
  expect((await api.call(null, signIn, { body: { type: 'LINK', key } })).error?.code).toBe('link_invalid');
  const rows = await api.deps.database.asSystem((tx) =>
    tx.select().from(linkTokens).where(eq(linkTokens.userFk, member.pk)),
  );
  expect(JSON.stringify(rows)).not.toContain(key);
});

test('whether or not there is such an ID, the answer is the same, and only its owner gets mail', async () => {
  const [known, silent, inactive] = [await addReachable(), await addMember(api, company), await addReachable()];
  await change(inactive, { active: false });
  const partner = await addReachable();
  await change(partner, { memberTypeId: 7 });
  for (const type of ['send', 'unlock'] as const) {
    const replies = [];
    for (const id of [known.id, silent.id, inactive.id, partner.id, 'unknown-id']) replies.push(await ask(type, id));
    expect(new Set(replies.map((reply) => JSON.stringify(reply)))).toHaveLength(1);
  }
  await newestMail(api, known.email);
  for (const { email } of [inactive, partner]) expect(await mailsTo(api, email)).toEqual([]);
});

test('a locked account is unlocked by mail, if the company allows it', async () => {
  const member = await addReachable();
  await change(member, { lockedAt: new Date(), failureCount: 5 });
  await ask('unlock', member.id);
  const mail = await newestMail(api, member.email);
  expect(mail.text).toContain('https://vigil.test/en/access/auth?type=unlock&key=');
  expect(await enter(member.id)).toMatchObject({ step1: 'fail', cause: { locked: true } });
  expect((await open(keyIn(mail))).objects).toEqual({ result: 'Success' });
  expect((await open(keyIn(mail))).error?.code).toBe('link_invalid');
  expect(await enter(member.id)).toMatchObject({ step3: 'success' });

  await setPolicies(api, company, { selfUnlock: 0 });
  await change(member, { lockedAt: new Date() });
  const marker = await addReachable();
  await ask('unlock', member.id);
  await ask('send', marker.id);
  await newestMail(api, marker.email);
  expect(await mailsTo(api, member.email)).toHaveLength(1);
  await setPolicies(api, company, { selfUnlock: 1 });
});

test('an expired password is replaced by the old one, and a good one is not', async () => {
  const other = await addCompany(api);
  const member = await addMember(api, other);
  const force = (origin_pw: string, pw: string) =>
    api.call(null, recoverAccount, { body: { type: 'force_set', mgrid: member.id, origin_pw, pw } });
  expect((await force(PASSWORD, NEXT)).error?.code).toBe('password_modified_error');
  await setPolicies(api, other, { passwordChangeLimit: 30 });
  await change(member, { passwordChangedAt: new Date(api.deps.now() - 31 * 86_400_000) });
  expect(await enter(member.id)).toMatchObject({ step1: 'fail', cause: { pw_reject: member.id }, token: '' });
  expect((await force('wrong', NEXT)).error?.code).toBe('invalid_id_and_pw');
  expect((await force(PASSWORD, 'weak')).error?.code).toBe('password_level3');
  expect((await force(PASSWORD, PASSWORD)).error?.code).toBe('password_modified_error');
  expect((await force(PASSWORD, NEXT)).objects).toEqual({ result: 'Success' });
  expect((await api.call(member.token, readProfile)).error?.code).toBe('session_invalid');
  expect(await enter(member.id, NEXT)).toMatchObject({ step3: 'success' });
});

test('IDs are mailed to their registered address, and never returned', async () => {
  const [one, two] = [await addReachable(), await addReachable()];
  await change(two, { email: one.email });
  const found = await api.call(null, mailLoginId, { body: { email: one.email.toUpperCase(), lang_code: 'ko' } });
  expect(found.objects).toEqual({ result: 'Success', email: one.email.toUpperCase() });
  const { text } = await newestMail(api, one.email);
  for (const { id } of [one, two]) expect(text).toContain(id);
  const code = async (email: string) => {
    const { objects, error } = await api.call(null, mailLoginId, { body: { email } });
    return error?.code ?? objects;
  };
  expect(await code('unknown@vigil.test')).toEqual({ result: 'Fail', email: '' });
  expect(await code('')).toBe('emile_requirement');
  expect(await code('no address')).toBe('email-invalid');
});

test('an ID of earlier times that looks like an address is no link in the mail, and still signs in', async () => {
  const person = await addReachable();
  await change(person, { mgrid: 'www.evil-shop.test' });
  await api.call(null, mailLoginId, { body: { email: person.email, lang_code: 'ko' } });
  const { text, html } = await newestMail(api, person.email);
  for (const form of [text, html]) {
    expect(form).not.toContain('www.evil');
    expect(form.replaceAll('\u200B', '')).toContain('www.evil-shop.test');
  }
  expect(await enter('www.evil-shop.test')).toMatchObject({ step3: 'success' });
});

test('an address that nobody has confirmed gets the link for that, and no ID before', async () => {
  const person = await addReachable({ emailVerifiedAt: null });
  const find = (email: string) => api.call(null, mailLoginId, { body: { email, lang_code: 'ko' } });
  expect((await find(person.email.toUpperCase())).objects).toMatchObject({ result: 'Success' });
  const asked = await newestMail(api, person.email);
  expect(asked.text).not.toContain(person.id);
  expect(asked.text).toContain('https://vigil.test/ko/access/auth?type=auth&key=');
  const { objects } = await api.call(null, verifyEmail, { body: { type: 'auth', key: keyIn(asked) } });
  expect(objects).toEqual({ result: 'success' });
  await find(person.email);
  expect((await newestMail(api, person.email, 2)).text).toContain(person.id);

  const owner = await addReachable();
  const stranger = await addReachable({ emailVerifiedAt: null });
  await change(stranger, { email: owner.email });
  await find(owner.email);
  const mail = await newestMail(api, owner.email);
  expect(mail.text).toContain(owner.id);
  expect(mail.text).not.toContain(stranger.id);
});

test('a reset mail is answered alike for every ID of the right form; another one is no ID', async () => {
  expect((await ask('send', 'nobody-has-this')).objects).toEqual({ result: 'Success' });
  for (const typed of ['abc', 'a b c d', '한국어아이디'])
    expect((await ask('send', typed)).error).toMatchObject({ code: 'invalid_id', field: 'body.key' });
});
