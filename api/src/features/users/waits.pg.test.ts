import { recoverAccount } from '@vigil/shared/contract/http/accounts';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { resetUserPassword, unlockUser, updateUser } from '@vigil/shared/contract/http/user-changes';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { keyIn, newestMail } from '../../testing/mails.ts';
import { setPolicies } from '../../testing/policies.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addMember, PASSWORD, type TestCompany, type TestUser } from '../../testing/world.ts';

// The wait after the second wrong attempt is so short that it is waited out, and that after the third is three seconds.
const test = apiTest({ RATE_LIMIT_FACTOR: '5', PUBLIC_URL: 'https://vigil.test/' });
let api: TestApi;
let company: TestCompany;
test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const NEXT = 'N3xt-Passw0';
const params = ({ pk }: TestUser) => ({ pk: String(pk) });
const enter = (id: string, pw = PASSWORD) => api.call(null, signIn, { body: { type: '1STEP', mail: id, pw } });
/** Is wrong until the right password would wait. */
async function wait({ id }: TestUser): Promise<void> {
  for (let wrong = 0; wrong < 3; wrong += 1)
    expect((await enter(id, 'Wr0ng-pass!')).objects).toMatchObject({ step1: 'fail' });
  expect((await enter(id)).error?.code).toBe('too_many_requests');
}
/** Waits after wrong passwords, and is locked. */
async function addWaiting(more: Parameters<typeof addMember>[2] = {}): Promise<TestUser> {
  const member = await addMember(api, company, more);
  await wait(member);
  const locked = { lockedAt: new Date(), failureCount: 5 };
  await api.deps.database.asSystem((tx) => tx.update(users).set(locked).where(eq(users.pk, member.pk)));
  return member;
}

test('a user whom an administrator unlocked signs in at once', async () => {
  const member = await addWaiting();
  expect((await api.call(company.admin, unlockUser, { params: params(member) })).status).toBe(200);
  expect((await enter(member.id)).objects).toMatchObject({ step3: 'success' });
});

test('a user who unlocked their own account by mail signs in at once', async () => {
  await setPolicies(api, company, { selfUnlock: 1 });
  const email = 'waits@vigil.test';
  const member = await addWaiting({ email, emailVerifiedAt: new Date() });
  await api.call(null, recoverAccount, { body: { type: 'unlock', key: member.id, lang_code: 'en' } });
  await api.call(null, recoverAccount, {
    body: { type: 'open', key: keyIn(await newestMail(api, email)) },
  });
  expect((await enter(member.id)).objects).toMatchObject({ step3: 'success' });
});

test('a password that an administrator set is accepted at once', async () => {
  const member = await addMember(api, company);
  await wait(member);
  const { objects } = await api.call(company.admin, resetUserPassword, { params: params(member) });
  expect((await enter(member.id, objects[0]?.pw)).objects).toMatchObject({ step3: 'success' });
  await wait(member);
  await api.call(company.admin, updateUser, { params: params(member), body: { pw: NEXT } });
  expect((await enter(member.id, NEXT)).objects).toMatchObject({ step3: 'success' });
});

test('who mistypes once signs in at once, and who goes on is told how many seconds to wait', async () => {
  const [careful, member] = [await addMember(api, company), await addMember(api, company)];
  expect((await enter(careful.id, 'Wr0ng-pass!')).objects).toMatchObject({ step1: 'fail' });
  expect((await enter(careful.id)).objects).toMatchObject({ step3: 'success' });
  await wait(member);
  const body = { type: '1STEP', mail: member.id, pw: PASSWORD } as const;
  const answer = await api.app.inject({ method: 'POST', url: `${API_BASE}/login`, payload: body });
  expect(answer.statusCode).toBe(429);
  const seconds = Number(answer.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(3);
});
