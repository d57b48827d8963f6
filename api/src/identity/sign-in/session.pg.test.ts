import { readProfile, updateProfile } from '@vigil/shared/contract/http/profile';
import { signIn, signOut } from '@vigil/shared/contract/http/sign-in';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addCompany, addGroup, addMember, PASSWORD, tokenOf, type TestCompany } from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;

test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const attempt = async (mail: string, pw: string) =>
  (await api.call(null, signIn, { body: { type: '1STEP', mail, pw } })).objects;

test('the right ID and password open a session and return the profile', async () => {
  const result = await attempt(company.adminId, ` ${PASSWORD} `);
  expect(result).toMatchObject({ step1: 'success', step2: 'success', step3: 'success' });
  expect(result.profile).toMatchObject({ mgrid: company.adminId, company_fk: company.pk, type: 'Manager' });
  const { objects } = await api.call(result.token, readProfile);
  expect(objects[0]).toMatchObject({ mgrid: company.adminId });
});

test('a wrong ID and a wrong password look the same', async () => {
  const wrongPassword = await attempt(company.adminId, 'not this one');
  const wrongId = await attempt('unknown@vigil.test', PASSWORD);
  expect(wrongPassword).toMatchObject({ step1: 'fail', token: '' });
  expect({ ...wrongPassword, mail: '' }).toEqual({ ...wrongId, mail: '' });
});

test('a deactivated user gets the reason, and only with the right password', async () => {
  const member = await addMember(api, company);
  await api.deps.database.asSystem((tx) => tx.update(users).set({ active: false }).where(eq(users.pk, member.pk)));
  expect(await attempt(member.id, PASSWORD)).toMatchObject({ step1: 'fail', cause: { inactive: true }, token: '' });
  expect((await attempt(member.id, 'wrong')).cause).toBeUndefined();
});

test('signing out ends the session everywhere it is used', async () => {
  const token = await tokenOf(api, company.adminId);
  const published: string[] = [];
  const unsubscribe = await api.deps.redis.subscribe(busChannels.sessions, (text) => published.push(text));
  expect((await api.call(token, signOut)).status).toBe(200);
  expect((await api.call(token, readProfile)).error?.code).toBe('session_invalid');
  await eventually(() =>
    expect(published.map((text) => JSON.parse(text) as unknown)).toMatchObject([{ reason: 'logout' }]),
  );
  await unsubscribe();
});

test('[SESSION-3] open sessions survive the loss of Redis, and ended ones stay ended', async () => {
  const staying = await tokenOf(api, company.adminId);
  const leaving = await tokenOf(api, company.adminId);
  await api.call(leaving, signOut);
  await api.redis.clear();
  expect((await api.call(staying, readProfile)).status).toBe(200);
  expect((await api.call(leaving, readProfile)).error?.code).toBe('session_invalid');
});

test('a session that Redis lost does not come back for a deactivated user', async () => {
  const member = await addMember(api, company);
  await api.deps.database.asSystem((tx) => tx.update(users).set({ active: false }).where(eq(users.pk, member.pk)));
  await api.redis.clear();
  expect((await api.call(member.token, readProfile)).error?.code).toBe('session_invalid');
});

test('a user changes one field of their own profile at a time', async () => {
  const { token } = await addMember(api, company);
  const { objects } = await api.call(token, updateProfile, { body: { name: 'lang_code', value: 'ja' } });
  expect(objects[0]).toMatchObject({ lang_code: 'ja', flag_recept_mail: 0 });
  const mailed = await api.call(token, updateProfile, { body: { name: 'flag_recept_mail', value: 1 } });
  expect(mailed.objects[0]).toMatchObject({ flag_recept_mail: 1 });
  const quiet = { from: '22:00', to: '07:00', week_days: [1, 2] };
  for (const value of [quiet, null])
    expect((await api.call(token, updateProfile, { body: { name: 'quiet_hours', value } })).objects[0]).toMatchObject({
      quiet_hours: value,
    });
  const never = { ...quiet, to: quiet.from };
  expect((await api.call(token, updateProfile, { body: { name: 'quiet_hours', value: never } })).error?.code).toBe(
    'malformed',
  );
  const rename = async (value: string) =>
    (await api.call(token, updateProfile, { body: { name: 'name', value } })).error?.code ?? 'ok';
  expect(await Promise.all([rename('  '), rename('www.evil.example'), rename('Kim Mina')])).toEqual([
    'name_requirement',
    'name_invalid',
    'ok',
  ]);
  const bad = await api.call(token, updateProfile, {
    body: { name: 'email', value: 'not an address', origin_pw: 'any' },
  });
  expect([bad.status, bad.error?.field]).toEqual([400, 'body.value']);
});

test('the third step needs the first', async () => {
  const { error } = await api.call(null, signIn, { body: { type: '3STEP', code: '123456' } });
  expect(error?.code).toBe('no_session');
});

test('without Redis sign-in is unavailable, and it works again afterwards', async () => {
  await using other = await startTestApi();
  const { adminId } = await addCompany(other);
  const enter = () => other.call(null, signIn, { body: { type: '1STEP', mail: adminId, pw: PASSWORD } });
  await other.redis.stop();
  expect((await enter()).error?.code).toBe('unavailable');
  await other.redis.start();
  await eventually(async () => expect((await enter()).objects?.step3).toBe('success'));
});

test('the fingerprint of rights changes with them, and with nothing else', async () => {
  const group = await addGroup(api, company, 'Fingerprint');
  const member = await addMember(api, company, { groups: [group] });
  const rightsOf = async (token: string) => (await api.call(token, readProfile)).objects[0]?.rights;
  const before = await rightsOf(member.token);
  expect(before).toMatch(/^[\w-]{16}$/u);
  await api.call(member.token, updateProfile, { body: { name: 'department', value: 'Support' } });
  expect(await rightsOf(member.token)).toBe(before);
  const [same, other] = [await addMember(api, company, { groups: [group] }), await addMember(api, company)];
  const more = await addMember(api, company, { groups: [group], authVal: 4 });
  expect(await rightsOf(same.token)).toBe(before);
  for (const { token } of [other, more]) expect(await rightsOf(token)).not.toBe(before);
});
