import { readProfile, updateProfile } from '@vigil/shared/contract/http/profile';
import { postAccess, endOwnSession, endOtherSessions, listSessions } from '@vigil/shared/contract/http/sessions';
import { signIn, signOut } from '@vigil/shared/contract/http/sign-in';
import { updateUser } from '@vigil/shared/contract/http/user-changes';
import { SessionId, type UserPk } from '@vigil/shared/contract/ids';
import { createSubscriber, type Subscribe } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { BusMessageOf } from '@vigil/shared/platform/bus/messages';
import { signInRecords } from '@vigil/shared/platform/db/schema/accounts';
import { users } from '@vigil/shared/platform/db/schema/users';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import { newestMail } from '../../testing/mails.ts';
import { setIpRules, setPolicies } from '../../testing/policies.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember, invite, PASSWORD, tokenOf, type TestCompany } from '../../testing/world.ts';
import { openUserSession } from './open-session.ts';

const NEXT = 'N3xt-Passw0r';
const MINUTE_MS = 60_000;
const test = apiTest({ TRUST_PROXY: '127.0.0.1' });
let api: TestApi;
let company: TestCompany;
const changed: UserPk[] = [];
let subscribe: Subscribe;
const ended: BusMessageOf<'session_ended'>[] = [];

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  subscribe = createSubscriber(api.deps);
  await subscribe(busChannels.sessions, (message) => {
    if (message.t === 'session_ended') ended.push(message);
    else changed.push(message.user);
  });
});

test.beforeEach(() => api.resetClock());

const sessionsOf = async (token: string) => (await api.call(token, listSessions)).objects;
const currentOf = async (token: string) =>
  SessionId.parse((await sessionsOf(token)).find((session) => session.current)?.id);
const isOpen = async (token: string, headers = {}) =>
  (await api.call(token, readProfile, { headers })).error?.code ?? 'open';
/** The reasons for the end of a session, as published to sockets. */
const endReasons = (id: string) => ended.flatMap((message) => (message.id === id ? [message.reason] : []));
const expiryFrom = async (token: string) =>
  Date.parse((await api.call(token, readProfile)).objects[0]?.session_expires ?? '') - api.deps.now();

test('a user sees where they are signed in, and signs out there', async () => {
  const member = await addMember(api, company);
  const other = await tokenOf(api, member.id);
  const seen = { browser: 'Firefox 144', dev_os_id: 2, type_id: 1 };
  expect(await api.call(other, postAccess, { body: seen })).toMatchObject({
    outcome: 'Success',
    objects: { isLogin: true },
  });
  const rows = await sessionsOf(member.token);
  expect(rows.map(({ current, browser }) => ({ current, browser }))).toEqual(
    expect.arrayContaining([
      { current: true, browser: '' },
      { current: false, browser: 'Firefox 144' },
    ]),
  );
  const id = await currentOf(other);
  expect((await api.call(member.token, endOwnSession, { params: { id } })).objects).toEqual([id]);
  expect((await api.call(other, readProfile)).error).toMatchObject({
    code: 'session_invalid',
    detail: 'ended_elsewhere',
  });
  expect(await isOpen(member.token)).toBe('open');
  await eventually(() => expect(endReasons(id)).toEqual(['ended_elsewhere']));
  const records = await api.deps.database.asSystem((tx) =>
    tx.select().from(signInRecords).where(eq(signInRecords.userFk, member.pk)),
  );
  expect(records).toMatchObject([{ browser: 'Firefox 144', osId: 2, typeId: 1, mgrid: member.id, ip: '127.0.0.1' }]);
});

test('opened and ended sessions are announced to the consoles of their user', async () => {
  const member = await addMember(api, company);
  let announced = 0;
  const unsubscribe = await subscribe(busChannels.company(company.pk), (message) => {
    if (message.t === 'sessions_changed' && message.to.includes(member.pk)) announced += 1;
  });
  const other = await tokenOf(api, member.id);
  await eventually(() => expect(announced).toBe(1));
  await api.call(member.token, endOwnSession, { params: { id: await currentOf(other) } });
  await eventually(() => expect(announced).toBe(2));
  await unsubscribe();
});

test('an access record needs a session, and a token that is sent has to be good', async () => {
  const body = { browser: 'x', dev_os_id: 0, type_id: 0 };
  expect((await api.call(null, postAccess, { body })).error?.code).toBe('no_session');
  expect(
    (await api.call('garbage', postAccess, { body: { mail: company.adminId, password: PASSWORD } })).error?.code,
  ).toBe('session_invalid');
});

test('a user cannot end the sessions of others', async () => {
  const [one, two] = [await addMember(api, company), await addMember(api, company)];
  const id = await currentOf(two.token);
  expect((await api.call(one.token, endOwnSession, { params: { id } })).error?.code).toBe('not_found');
  expect((await api.call(company.admin, endOwnSession, { params: { id } })).error?.code).toBe('not_found');
  expect(await isOpen(two.token)).toBe('open');
});

test('signing out everywhere else leaves this one', async () => {
  const member = await addMember(api, company);
  const others = [await tokenOf(api, member.id), await tokenOf(api, member.id)];
  const ids = await Promise.all(others.map(currentOf));
  const { objects } = await api.call(member.token, endOtherSessions);
  expect(objects.toSorted()).toEqual(ids.toSorted());
  for (const token of others) expect(await isOpen(token)).toBe('session_invalid');
  expect(await sessionsOf(member.token)).toHaveLength(1);
});

test('a new password ends the other sessions, on sockets too', async () => {
  const member = await addMember(api, company);
  const other = await tokenOf(api, member.id);
  const id = await currentOf(other);
  const change = (value: string, origin_pw: string) =>
    api.call(member.token, updateProfile, { body: { name: 'pw', value, origin_pw } });
  expect((await change(NEXT, 'wrong')).error).toMatchObject({
    code: 'current_password_wrong',
    field: 'body.origin_pw',
  });
  expect((await change('weak', PASSWORD)).error?.code).toBe('password_level3');
  expect((await change(PASSWORD, PASSWORD)).error?.code).toBe('password_modified_error');
  expect((await change(NEXT, PASSWORD)).status).toBe(200);
  expect([await isOpen(member.token), await isOpen(other)]).toEqual(['open', 'session_invalid']);
  await eventually(() => expect(endReasons(id)).toEqual(['password_changed']));
  expect(await tokenOf(api, member.id, NEXT)).not.toBe('');
});

test('the level of the company is what a password has to meet', async () => {
  const lax = await addCompany(api);
  await setPolicies(api, lax, { passwordLevel: 0 });
  const member = await addMember(api, lax);
  const change = (value: string) =>
    api.call(member.token, updateProfile, { body: { name: 'pw', value, origin_pw: PASSWORD } });
  expect((await change('abc')).error?.code).toBe('password_level0');
  expect((await change('abcd')).objects[0]).toMatchObject({ password_level: 0 });
});

test('deactivation ends every session, on sockets too', async () => {
  const member = await addMember(api, company);
  const id = await currentOf(member.token);
  await api.call(company.admin, updateUser, { params: { pk: String(member.pk) }, body: { flag_active: 0 } });
  expect(await isOpen(member.token)).toBe('session_invalid');
  await eventually(() => expect(endReasons(id)).toEqual(['deactivated']));
});

test('idle time and session time shorten the three hours', async () => {
  const strict = await addCompany(api);
  const member = await addMember(api, strict);
  expect(await expiryFrom(member.token)).toBeGreaterThan(179 * MINUTE_MS);
  await setPolicies(api, strict, { idleTime: 30, sessionTime: 45 });
  expect(await expiryFrom(member.token)).toBeLessThanOrEqual(30 * MINUTE_MS);
  api.advance(25 * MINUTE_MS);
  expect(await expiryFrom(member.token)).toBeLessThanOrEqual(20 * MINUTE_MS);
  await api.redis.clear();
  api.advance(15 * MINUTE_MS);
  expect(await expiryFrom(member.token)).toBeLessThanOrEqual(5 * MINUTE_MS);
  api.advance(6 * MINUTE_MS);
  expect(await isOpen(member.token)).toBe('session_invalid');

  const idle = await tokenOf(api, member.id);
  api.advance(31 * MINUTE_MS);
  expect(await isOpen(idle)).toBe('session_invalid');
});

test('a policy that no longer admits where a session is used ends it; elsewhere it opens nothing', async () => {
  const closed = await addCompany(api);
  const [here, away] = [await addMember(api, closed), await addMember(api, closed)];
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
  api.advance(2 * MINUTE_MS);
  expect(await isOpen(away.token, elsewhere)).toBe('open');
  const id = await currentOf(here.token);
  const gone = (await api.call(away.token, listSessions, { headers: elsewhere })).objects[0]?.id ?? '';
  await setIpRules(api, closed, { block: 1, subnets: ['203.0.113.0/24'] });
  await eventually(() => expect(endReasons(gone)).toEqual(['policy']));
  expect(endReasons(id)).toEqual([]);
  expect(await isOpen(away.token)).toBe('session_invalid');
  expect(await isOpen(here.token)).toBe('open');
  const refused = await api.call(here.token, readProfile, { headers: elsewhere });
  expect([refused.status, refused.error]).toMatchObject([
    403,
    { code: 'ip_blocked', reason: 'policy', detail: 'ip_block' },
  ]);
  await setPolicies(api, closed, { externalAccess: 0 });
  await api.redis.clear();
  expect(await isOpen(here.token, { 'x-forwarded-for': '198.51.100.1' })).toBe('external_access');
  expect(await isOpen(here.token)).toBe('open');
});

test('a change of rights is one write and one announcement, however many sessions the user has', async () => {
  const member = await addMember(api, company);
  const tokens = [member.token, await tokenOf(api, member.id), await tokenOf(api, member.id)];
  const ids = await Promise.all(tokens.map(currentOf));
  const records = () => Promise.all(ids.map((id) => api.deps.redis.commands.get(redisKeys.session(id))));
  const before = await records();
  const change = { params: { pk: String(member.pk) }, body: { auth_restart: 1 } } as const;
  expect((await api.call(company.admin, updateUser, change)).status).toBe(200);
  for (const token of tokens)
    expect((await api.call(token, readProfile)).objects[0]).toMatchObject({ auth_restart: 1 });
  expect(await records()).toEqual(before);
  await eventually(() => expect(changed).toContain(member.pk));
  expect(changed.filter((pk) => pk === member.pk)).toHaveLength(1);
});

test('a change of rights leaves a session ended that was ended', async () => {
  const member = await addMember(api, company);
  await api.call(member.token, signOut);
  const change = { params: { pk: String(member.pk) }, body: { auth_restart: 1 } } as const;
  expect((await api.call(company.admin, updateUser, change)).status).toBe(200);
  expect(await isOpen(member.token)).toBe('session_invalid');
});

test('a change of the address is mailed to the old one', async () => {
  const member = await addMember(api, company, { email: 'before@vigil.test', emailVerifiedAt: new Date() });
  const body = { name: 'email', value: 'after@vigil.test', origin_pw: PASSWORD } as const;
  const guessed = await api.call(member.token, updateProfile, { body: { ...body, origin_pw: 'a guess' } });
  expect(guessed.error).toMatchObject({ code: 'current_password_wrong' });
  await api.call(member.token, updateProfile, { body });
  expect((await newestMail(api, 'before@vigil.test')).text).toContain('after@vigil.test');
});

test('auto-login keeps a session for seven days, used or not, and not for an eighth', async () => {
  const hour = 60 * MINUTE_MS;
  const { objects } = await api.call(null, signIn, {
    body: { type: '1STEP', mail: company.adminId, pw: PASSWORD, auto_login: 1 },
  });
  api.advance(6 * 24 * hour);
  expect(await isOpen(objects.token)).toBe('open');
  await api.redis.clear();
  expect(await isOpen(objects.token)).toBe('open');
  expect(await expiryFrom(objects.token)).toBeLessThanOrEqual(24 * hour);
  api.advance(24 * hour);
  expect(await isOpen(objects.token)).toBe('session_invalid');
});

test('an invited session lasts as long as its invitation, and the account is not its own', async () => {
  const member = await addMember(api, company, { email: 'owner@vigil.test', emailVerifiedAt: new Date() });
  const [user] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.pk, member.pk)));
  if (!user) throw new Error('no such user');
  const invitation = await invite(api, user, 5 * 60 * MINUTE_MS);
  const { token } = await openUserSession(api.app, user, { ip: '127.0.0.1', userAgent: '', invitation });
  expect(await expiryFrom(token)).toBeGreaterThan(299 * MINUTE_MS);
  const refused = { code: 'not_allowed', reason: 'role' };
  const body = { name: 'email', value: 'thief@vigil.test', origin_pw: PASSWORD } as const;
  expect((await api.call(token, updateProfile, { body })).error).toMatchObject(refused);
  expect((await api.call(token, endOtherSessions)).error).toMatchObject(refused);
  expect((await api.call(token, listSessions)).error).toMatchObject(refused);
  api.advance(4 * 60 * MINUTE_MS);
  expect(await isOpen(token)).toBe('open');
  await api.redis.clear();
  expect(await isOpen(token)).toBe('open');
  api.advance(61 * MINUTE_MS);
  expect(await isOpen(token)).toBe('session_invalid');
});
