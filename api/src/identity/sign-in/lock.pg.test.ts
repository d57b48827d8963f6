import { randomBytes } from 'node:crypto';
import { postAccess } from '@vigil/shared/contract/http/sessions';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import type { UserPk } from '@vigil/shared/contract/ids';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { newestMail } from '../../testing/mails.ts';
import { setIpRules, setPolicies } from '../../testing/policies.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember, PASSWORD, type TestCompany } from '../../testing/world.ts';

const test = apiTest({ TRUST_PROXY: '127.0.0.1' });
let api: TestApi;
let company: TestCompany;

test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

let nextHost = 0;
/** Attempts come from many addresses, because each one alone would have to wait. */
const fromElsewhere = () => ({ 'x-forwarded-for': `198.51.100.${(nextHost += 1) % 250}` });
const attemptAt = async (at: TestApi, mail: string, pw: string, headers: Record<string, string> = fromElsewhere()) =>
  (await at.call(null, signIn, { body: { type: '1STEP', mail, pw }, headers })).objects;
const attempt = (mail: string, pw: string, headers?: Record<string, string>) => attemptAt(api, mail, pw, headers);
const unknownId = () => `unknown-${randomBytes(4).toString('hex')}@vigil.test`;
const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const results = [];
  for (let i = 0; i < count; i += 1) results.push(await work());
  return results;
};
const read = async (pk: UserPk) => {
  const [user] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.pk, pk)));
  return user;
};

test('the last wrong password that the limit allows locks the account, and then the right one does not help', async () => {
  const member = await addMember(api, company);
  const results = await times(5, () => attempt(member.id, 'wrong'));
  expect(results.map((result) => result.current_failure)).toEqual([1, 2, 3, 4, 5]);
  expect(results.map((result) => result.cause)).toEqual([...Array<undefined>(4), { locked: true }]);
  expect(results[0]).toMatchObject({ failure_limit: 5, self_unlock: 1 });
  expect(await attempt(member.id, PASSWORD)).toMatchObject({
    step1: 'fail',
    current_failure: 5,
    cause: { locked: true },
  });
  expect((await read(member.pk))?.lockedAt).not.toBeNull();
});

test('an unknown ID is counted and "locked" in the same way', async () => {
  // An unknown ID appears to have the policies of any company, here of the only one.
  await using other = await startTestApi({ TRUST_PROXY: '127.0.0.1' });
  const member = await addMember(other, await addCompany(other));
  const unknown = unknownId();
  const anonymous = (results: object[]) => results.map((result) => ({ ...result, mail: '' }));
  const known = anonymous(await times(7, () => attemptAt(other, member.id, 'wrong')));
  expect(anonymous(await times(7, () => attemptAt(other, unknown, 'wrong')))).toEqual(known);
});

test('a limit that a company has set does not reveal that the ID exists', async () => {
  await using other = await startTestApi();
  const strict = await addCompany(other);
  await setPolicies(other, strict, { blockNum: 3, selfUnlock: 0 });
  const { objects } = await other.call(null, signIn, { body: { type: '1STEP', mail: unknownId(), pw: 'x' } });
  expect(objects).toMatchObject({ failure_limit: 3, self_unlock: 0, current_failure: 1 });
});

test('simultaneous guesses are all counted', async () => {
  const member = await addMember(api, company);
  const guesses = Array.from({ length: 12 }, (_, n) => attempt(member.id, `wrong ${n}`));
  const results = await Promise.all([...guesses, ...Array.from({ length: 4 }, () => attempt(member.id, 'wrong'))]);
  expect(results.filter((result) => result.cause === undefined)).toHaveLength(4);
  expect(await attempt(member.id, PASSWORD)).toMatchObject({ cause: { locked: true } });
});

test('a right password forgets the wrong ones before it', async () => {
  const member = await addMember(api, company);
  await times(4, () => attempt(member.id, 'wrong'));
  expect(await attempt(member.id, PASSWORD)).toMatchObject({ step3: 'success' });
  expect(await attempt(member.id, 'wrong')).toMatchObject({ current_failure: 1 });
});

test('a limit of 0 locks no account', async () => {
  const lenient = await addCompany(api);
  await setPolicies(api, lenient, { blockNum: 0 });
  const member = await addMember(api, lenient);
  const results = await times(8, () => attempt(member.id, 'wrong'));
  expect(results.at(-1)).toMatchObject({ failure_limit: 0, current_failure: 8 });
  expect(await attempt(member.id, PASSWORD)).toMatchObject({ step3: 'success' });
});

test('a partner is denied with a reason, and with a wrong password without one', async () => {
  const partner = await addMember(api, company);
  await api.deps.database.asSystem((tx) => tx.update(users).set({ memberTypeId: 7 }).where(eq(users.pk, partner.pk)));
  expect(await attempt(partner.id, PASSWORD)).toMatchObject({ step1: 'fail', cause: { partner: true }, token: '' });
  expect((await attempt(partner.id, 'wrong')).cause).toBeUndefined();
});

test('sign-in is denied from networks that the company excludes, also with the right password', async () => {
  const away = { 'x-forwarded-for': '203.0.113.9' };
  const closed = await addCompany(api);
  const member = await addMember(api, closed);
  const cause = async (headers: Record<string, string>) => (await attempt(member.id, PASSWORD, headers)).cause;
  await setPolicies(api, closed, { externalAccess: 0 });
  expect(await cause(away)).toEqual({ external_access: true });
  expect(await cause({})).toBeUndefined();
  await setPolicies(api, closed, { externalAccess: 1 });
  await setIpRules(api, closed, { block: 1, subnets: ['203.0.113.0/24'] });
  expect(await cause(away)).toEqual({ ip_block: true });
  await setIpRules(api, closed, { block: 0, subnets: ['198.51.100.0/24', '127.0.0.1'] });
  expect(await cause(away)).toEqual({ ip_allow: true });
  expect(await cause({})).toBeUndefined();
  expect((await attempt(member.id, 'wrong', away)).cause).toBeUndefined();
});

test('the access resource answers with the result in short form', async () => {
  const member = await addMember(api, company);
  const call = (password: string) => api.call(null, postAccess, { body: { mail: member.id, password } });
  const passed = { isLogin: true, user_type: 1 };
  expect(await call(PASSWORD)).toMatchObject({ status: 200, outcome: 'Success', objects: passed });
  const failed = { isLogin: false, token: '', user_type: 0 };
  expect(await call('wrong')).toMatchObject({ status: 200, outcome: 'Fail', objects: failed });
});

test('the owner of an account that is locked is told, with the way back if the company allows it', async () => {
  const email = `${randomBytes(4).toString('hex')}@vigil.test`;
  const member = await addMember(api, company, { email, emailVerifiedAt: new Date() });
  await times(5, () => attempt(member.id, 'wrong'));
  expect((await newestMail(api, email)).text).toContain('type=unlock&key=');
  const strict = await addCompany(api);
  await setPolicies(api, strict, { selfUnlock: 0 });
  const other = `${randomBytes(4).toString('hex')}@vigil.test`;
  const locked = await addMember(api, strict, { email: other, emailVerifiedAt: new Date() });
  await times(5, () => attempt(locked.id, 'wrong'));
  expect((await newestMail(api, other)).text).not.toContain('key=');
});
