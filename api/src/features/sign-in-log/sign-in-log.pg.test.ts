import { postAccess } from '@vigil/shared/contract/http/sessions';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { listSignIns } from '@vigil/shared/contract/http/sign-in-log';
import { deleteUser } from '@vigil/shared/contract/http/user-changes';
import { signInFailures } from '@vigil/shared/platform/db/schema/accounts';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import { setIpRules, setPolicies } from '../../testing/policies.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember, PASSWORD, type TestCompany } from '../../testing/world.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/131.0';
const HOUR_MS = 3_600_000;

const test = apiTest({ TRUST_PROXY: '127.0.0.1' });
let api: TestApi;
test.beforeAll(({ api: started }) => void (api = started));

let nextHost = 0;
/** Attempts come from many addresses, because each one alone would have to wait. */
const attempt = async (mail: string, pw: string) => {
  const ip = `198.51.100.${(nextHost += 1) % 250}`;
  const headers = { 'x-forwarded-for': ip, 'user-agent': FIREFOX };
  const { objects } = await api.call(null, signIn, { body: { type: '1STEP', mail, pw }, headers });
  return { ip, cause: objects.cause, token: objects.token };
};
const failuresOf = ({ pk }: TestCompany) =>
  api.deps.database.asSystem((tx) => tx.select().from(signInFailures).where(eq(signInFailures.companyFk, pk)));
/** Failures are written when their answers are sent. */
const untilRecorded = (company: TestCompany, count: number) =>
  eventually(async () => expect(await failuresOf(company)).toHaveLength(count));
type Query = NonNullable<Parameters<typeof api.call<typeof listSignIns>>[2]>['query'];
const list = async (company: TestCompany, query: Query = {}) =>
  (await api.call(company.admin, listSignIns, { query })).objects;

test('administrators read who signed in and who failed, with address, device and cause, newest first', async () => {
  const company = await addCompany(api);
  const member = await addMember(api, company, { name: 'Kim' });
  const { ip } = await attempt(member.id, 'wrong');
  await untilRecorded(company, 1);
  const { token } = await attempt(member.id, PASSWORD);
  await api.call(token, postAccess, { body: { browser: 'Firefox 131', dev_os_id: 1, type_id: 1 } });
  const who = { user_pk: member.pk, mgrid: member.id, name: 'Kim' };
  expect(await list(company)).toMatchObject([
    { ...who, browser: 'Firefox 131', dev_os_id: 1, user_agent: '', login_from: 'web', cause: null },
    { ...who, ip, browser: '', user_agent: FIREFOX, login_from: null, cause: 'password' },
  ]);
  expect(await list(company, { failed: '1' })).toMatchObject([{ cause: 'password' }]);
  expect(await list(company, { user_pk: String(member.pk) })).toHaveLength(2);
  expect(await list(company, { user_pk: '999999' })).toEqual([]);
  expect(await list(company, { search_key: 'ip', search_value: ip })).toMatchObject([{ cause: 'password' }]);
  expect(await api.call(member.token, listSignIns)).toMatchObject({ status: 403 });
});

test('each cause is told apart', async () => {
  const company = await addCompany(api);
  await setPolicies(api, company, { blockNum: 2 });
  const become = async (columns: Partial<typeof users.$inferInsert>) => {
    const member = await addMember(api, company);
    await api.deps.database.asSystem((tx) => tx.update(users).set(columns).where(eq(users.pk, member.pk)));
    return member;
  };
  const wrong = await addMember(api, company);
  const off = await become({ active: false });
  const unverified = await become({ email: 'new@vigil.test', emailVerifiedAt: null });
  const coded = await become({ flagUseOtp: 1 });
  for (const pw of ['wrong', 'wrong', PASSWORD]) await attempt(wrong.id, pw);
  await attempt(off.id, PASSWORD);
  await attempt(unverified.id, PASSWORD);
  const { token } = await attempt(coded.id, PASSWORD);
  await api.call(token, signIn, { body: { type: '3STEP', code: '000000' } });
  await untilRecorded(company, 6);
  await setIpRules(api, company, { block: 0, subnets: ['192.0.2.1'] });
  await attempt(coded.id, PASSWORD);
  await untilRecorded(company, 7);
  const rows = (await failuresOf(company)).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const causes = rows.map(({ mgrid, cause }) => [mgrid, cause]);
  expect(causes).toEqual([
    [wrong.id, 'password'],
    [wrong.id, 'password'],
    [wrong.id, 'locked'],
    [off.id, 'inactive'],
    [unverified.id, 'unverified'],
    [coded.id, 'invalid_otp'],
    [coded.id, 'ip_allow'],
  ]);
});

test('an ID without an account leaves no row', async () => {
  const company = await addCompany(api);
  const member = await addMember(api, company);
  await attempt('nobody@vigil.test', 'wrong');
  await attempt(member.id, 'wrong');
  await untilRecorded(company, 1);
  const all = await api.deps.database.asSystem((tx) => tx.select().from(signInFailures));
  expect(all.filter(({ mgrid }) => mgrid === 'nobody@vigil.test')).toEqual([]);
});

test('no more than 20 failures of a user and hour are recorded, also of simultaneous ones', async () => {
  const company = await addCompany(api);
  const [member, other] = [await addMember(api, company), await addMember(api, company)];
  await Promise.all(Array.from({ length: 24 }, () => attempt(member.id, 'wrong')));
  await untilRecorded(company, 20);
  await attempt(other.id, 'wrong');
  await untilRecorded(company, 21);
  const hourAgo = new Date(Date.now() - HOUR_MS);
  const older = { at: hourAgo };
  await api.deps.database.asSystem((tx) =>
    tx.update(signInFailures).set(older).where(eq(signInFailures.userFk, member.pk)),
  );
  await attempt(member.id, 'wrong');
  await untilRecorded(company, 22);
});

test('the rows of a deleted user keep the login ID', async () => {
  const company = await addCompany(api);
  const member = await addMember(api, company);
  await attempt(member.id, 'wrong');
  await untilRecorded(company, 1);
  await api.call(company.admin, deleteUser, { params: { pk: String(member.pk) } });
  const left = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.pk, member.pk)));
  expect(left).toEqual([]);
  expect(await list(company)).toMatchObject([{ mgrid: member.id, cause: 'password' }]);
});
