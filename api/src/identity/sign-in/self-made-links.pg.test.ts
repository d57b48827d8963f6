import { readProfile } from '@vigil/shared/contract/http/profile';
import { endOwnSession, listSessions } from '@vigil/shared/contract/http/sessions';
import { createSignInLink, readUserOfSignInLink, signIn, signOut } from '@vigil/shared/contract/http/sign-in';
import type { SessionId } from '@vigil/shared/contract/ids';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { users } from '@vigil/shared/platform/db/schema/users';
import { and, eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { setIpRules, setPolicies } from '../../testing/policies.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember, guestTokenOf, PASSWORD, type TestCompany, type TestUser } from '../../testing/world.ts';
import { createLinkToken } from '../accounts/link-tokens.ts';

const test = apiTest({ PUBLIC_URL: 'https://vigil.test/' });
let api: TestApi;
let company: TestCompany;

test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});
test.beforeEach(() => {
  api.resetClock();
  // A code that is made at the end of its step would be one of the step before when it is checked.
  api.stopClock();
});

const change = ({ pk }: TestUser, columns: Partial<typeof users.$inferInsert>) =>
  api.deps.database.asSystem((tx) => tx.update(users).set(columns).where(eq(users.pk, pk)));
const make = (token: string | null, redirect?: string) =>
  api.call(token, createSignInLink, { body: redirect === undefined ? {} : { redirect } });
const keyOf = async (token: string): Promise<string> =>
  new URL((await make(token)).objects.url).searchParams.get('token') ?? '';
const follow = (key: string) => api.call(null, signIn, { body: { type: 'LINK', key } });
const read = (key: string) => api.call(null, readUserOfSignInLink, { query: { token: key } });
const ownerOf = async (token: string) => (await api.call(token, readProfile)).objects[0]?.mgrid;
/** Of no session, which would end when its network is not admitted any more. */
const operatorsKeyOf = ({ adminId }: TestCompany) =>
  api.deps.database.asSystem(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.mgrid, adminId));
    return user ? createLinkToken(tx, 'sign_in', { user }, api.deps.now()) : '';
  });
const problemOf = async (token: string) => (await api.call(token, readProfile)).error?.code ?? 'ok';
const passed = { step1: 'success', step2: 'success', step3: 'success' };

test('a link names its owner, signs in once within a minute, and leads to a page of the console', async () => {
  const member = await addMember(api, company, { langCode: 'ja' });
  const { objects } = await make(member.token, '/en/device/7?x=1');
  const url = new URL(objects.url);
  expect(url.origin + url.pathname).toBe('https://vigil.test/ja/access/auth_token');
  expect(url.searchParams.get('redirect')).toBe('/en/device/7?x=1');
  expect(Date.parse(objects.expires_at) - api.deps.now()).toBeLessThanOrEqual(60_000);
  const key = url.searchParams.get('token') ?? '';
  expect((await read(key)).objects).toEqual({ mgrid: member.id, name: member.id });
  const opened = (await follow(key)).objects;
  expect(opened).toMatchObject(passed);
  expect(await ownerOf(opened.token)).toBe(member.id);
  expect((await follow(key)).error?.code).toBe('link_invalid');
  expect((await read(key)).error?.code).toBe('link_invalid');
  const late = await keyOf(member.token);
  api.advance(61_000);
  expect([(await read(late)).error?.code, (await follow(late)).error?.code]).toEqual(['link_invalid', 'link_invalid']);
});

test('of two simultaneous uses one signs in, and a newer link ends the older one', async () => {
  const member = await addMember(api, company);
  const older = await keyOf(member.token);
  const key = await keyOf(member.token);
  expect((await follow(older)).error?.code).toBe('link_invalid');
  const replies = await Promise.all([follow(key), follow(key)]);
  expect(replies.map(({ error }) => error?.code ?? 'ok').toSorted()).toEqual(['link_invalid', 'ok']);
});

test('each link is in the audit of the company', async () => {
  const own = await addCompany(api);
  await make(own.admin);
  const rows = await api.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(audits)
      .where(and(eq(audits.companyFk, own.pk), eq(audits.actNameId, 93))),
  );
  expect(rows).toMatchObject([{ regMail: own.adminId, newValue: own.adminId }]);
  expect(JSON.stringify(rows)).not.toContain('vigil_');
});

test.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'en/device/all', 'javascript:alert(1)', ''])(
  'a link leads to no other site (%s)',
  async (redirect) => {
    expect(await make(company.admin, redirect)).toMatchObject({ status: 400, error: { field: 'body.redirect' } });
  },
);

test('only a session that began with a password makes a link', async () => {
  const member = await addMember(api, company);
  const { objects } = await follow(await keyOf(member.token));
  const byPassword = async (token: string) => (await api.call(token, readProfile)).objects[0]?.by_password;
  expect([await byPassword(member.token), await byPassword(objects.token)]).toEqual([true, false]);
  expect(await make(objects.token)).toMatchObject({ status: 403, error: { code: 'not_allowed' } });
  expect((await make(await guestTokenOf(api, company))).status).toBe(403);
  expect((await make(null)).status).toBe(401);
});

test('the one-time code is asked after a link as after a password, and that session ends with its parent, too', async () => {
  const member = await addMember(api, company);
  const key = await keyOf(member.token);
  await change(member, { flagUseOtp: 1 });
  const { objects: half } = await follow(key);
  expect(half).toMatchObject({ step1: 'success', step2: 'success', step3: 'wait', qrCodeFlag: true });
  expect(await problemOf(half.token)).toBe('session_invalid');
  const wrong = await api.call(half.token, signIn, { body: { type: '3STEP', code: '000000' } });
  expect(wrong.objects.step3).toBe('fail');
  const secret = new URL(half.qrCode ?? '').searchParams.get('secret') ?? '';
  const code = generateSync({ secret, epoch: Math.floor(api.deps.now() / 1_000) });
  const { objects: whole } = await api.call(half.token, signIn, { body: { type: '3STEP', code, auto_login: 1 } });
  expect(whole).toMatchObject(passed);
  expect((await make(whole.token)).status).toBe(403);
  await api.call(member.token, signOut);
  expect(await problemOf(whole.token)).toBe('session_invalid');
});

test('where the licence has no one-time codes, a link asks for none', async () => {
  const member = await addMember(api, await addCompany(api, { type: 'Basic' }));
  await change(member, { flagUseOtp: 1 });
  expect((await follow(await keyOf(member.token))).objects).toMatchObject(passed);
});

test.each([
  ['deactivated', { active: false }, { cause: { inactive: true }, token: '' }],
  ['locked', { lockedAt: new Date() }, { cause: { locked: true }, failure_limit: 5, current_failure: 5, token: '' }],
  ['a partner', { memberTypeId: 7 }, { cause: { partner: true }, token: '' }],
  [
    'of a password to replace',
    { mustChange: 1 },
    { step1: 'fail', cause: { pw_reject: expect.any(String) }, token: '' },
  ],
  [
    'of an address that is not verified',
    { email: 'new@vigil.test', emailVerifiedAt: null },
    { step1: 'success', step2: 'fail', email: expect.stringContaining('@'), token: '' },
  ],
] as const)('the link of an account that is %s is answered as a password is', async (_, columns, answer) => {
  const member = await addMember(api, company);
  const key = await keyOf(member.token);
  await change(member, columns);
  const followed = await follow(key);
  expect(followed.error).toBeUndefined();
  const byLink = followed.objects;
  expect(byLink).toMatchObject(answer);
  const byPassword = await api.call(null, signIn, { body: { type: '1STEP', mail: member.id, pw: PASSWORD } });
  // The key for another verification mail is another one each time.
  const known = ({ mail: _mail, ...rest }: typeof byLink) => rest;
  expect(known(byLink)).toEqual(known(byPassword.objects));
});

test('a link does not pass the network rules of the company', async () => {
  const closed = await addCompany(api);
  await setPolicies(api, closed, { externalAccess: 1 });
  const key = await operatorsKeyOf(closed);
  await setIpRules(api, closed, { block: 1, subnets: ['127.0.0.1'] });
  expect((await follow(key)).objects).toMatchObject({ cause: { ip_block: true }, token: '' });
});

test('a changed password ends the link', async () => {
  const member = await addMember(api, company);
  const key = await keyOf(member.token);
  await change(member, { credentialVersion: 9 });
  expect((await follow(key)).error?.code).toBe('link_invalid');
});

test('a session by link, and a link that is not used yet, end with the session that made them', async () => {
  const member = await addMember(api, company);
  const { objects: opened } = await follow(await keyOf(member.token));
  const unused = await keyOf(member.token);
  expect(await problemOf(opened.token)).toBe('ok');
  await api.call(member.token, signOut);
  expect(await problemOf(opened.token)).toBe('session_invalid');
  expect((await follow(unused)).error?.code).toBe('link_invalid');
});

test('it ends when another session of the user ends that session, and ends alone itself', async () => {
  const member = await addMember(api, company);
  const { objects: opened } = await follow(await keyOf(member.token));
  const currentOf = async (token: string): Promise<SessionId> =>
    (await api.call(token, listSessions)).objects.find(({ current }) => current)!.id;
  const other = await api.call(null, signIn, { body: { type: '1STEP', mail: member.id, pw: PASSWORD } });
  const second = (await follow(await keyOf(member.token))).objects;
  await api.call(second.token, signOut);
  expect(await problemOf(member.token)).toBe('ok');
  await api.call(other.objects.token, endOwnSession, { params: { id: await currentOf(member.token) } });
  expect([await problemOf(member.token), await problemOf(opened.token)]).toEqual([
    'session_invalid',
    'session_invalid',
  ]);
  expect(await problemOf(other.objects.token)).toBe('ok');
});

test('however much it is used, a session by link does not outlive one that is used no more', async () => {
  const member = await addMember(api, company);
  const { objects: opened } = await follow(await keyOf(member.token));
  const minutes = (count: number) => api.advance(count * 60_000);
  minutes(120);
  // Each use of the parent extends both.
  expect([await problemOf(member.token), await problemOf(opened.token)]).toEqual(['ok', 'ok']);
  minutes(90);
  expect(await problemOf(opened.token)).toBe('ok');
  minutes(80);
  expect(await problemOf(opened.token)).toBe('ok');
  minutes(20);
  expect(await problemOf(opened.token)).toBe('session_invalid');
});
