import { randomBytes } from 'node:crypto';
import { recoverAccount } from '@vigil/shared/contract/http/accounts';
import { updateProfile } from '@vigil/shared/contract/http/profile';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { updateUser } from '@vigil/shared/contract/http/user-changes';
import { users } from '@vigil/shared/platform/db/schema/users';
import { hashPassword } from '@vigil/shared/platform/passwords';
import { eq, sql } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import { mailsTo } from '../../testing/mails.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addMember, PASSWORD, tokenOf, type TestCompany, type TestUser } from '../../testing/world.ts';
import { createLinkToken } from './link-tokens.ts';

const [OWNERS, THIEFS] = ['0wners-Pass!', 'Th1efs-Pass!'];
const test = apiTest();
let api: TestApi;
let company: TestCompany;

test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

/** Makes a call while another change gives the account a new password, and lets that change come first. */
async function whileOwnerChanges<T>({ pk }: TestUser, call: () => Promise<T>): Promise<T> {
  const passwordHash = await hashPassword(OWNERS);
  const { answer } = await api.deps.database.asSystem(async (tx) => {
    await tx.update(users).set({ passwordHash, credentialVersion: 1 }).where(eq(users.pk, pk));
    const called = call();
    await eventually(async () => {
      const waiting = sql`select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`;
      expect(await tx.execute(waiting)).toHaveLength(1);
    });
    return { answer: called };
  });
  return answer;
}
const enter = async ({ id }: TestUser, pw: string) =>
  (await api.call(null, signIn, { body: { type: '1STEP', mail: id, pw } })).objects;
const update = ({ token }: TestUser, body: object) =>
  api.call(token, updateProfile, { body: { ...body, origin_pw: PASSWORD } as never });
async function expectOwnersAlone(member: TestUser): Promise<void> {
  expect(await enter(member, THIEFS)).toMatchObject({ token: '' });
  expect(await enter(member, OWNERS)).toMatchObject({ step3: 'success', profile: { pending_email: '' } });
}

test('of two new passwords under way, the one that rests on the password of before is refused', async () => {
  const member = await addMember(api, company);
  const changed = await whileOwnerChanges(member, () => update(member, { name: 'pw', value: THIEFS }));
  expect(changed.error?.code).toBe('conflict');
  await expectOwnersAlone(member);
});

test('a password that an administrator chose before the owner did is refused', async () => {
  const member = await addMember(api, company);
  const token = await tokenOf(api, company.adminId);
  const changed = await whileOwnerChanges(member, () =>
    api.call(token, updateUser, { params: { pk: String(member.pk) }, body: { pw: THIEFS, must_change: 0 } }),
  );
  expect(changed.error?.code).toBe('conflict');
  await expectOwnersAlone(member);
});

test('an expired password is not replaced by one that rests on the password of before', async () => {
  const member = await addMember(api, company, { mustChange: 0 });
  await api.deps.database.asSystem((tx) => tx.update(users).set({ mustChange: 1 }).where(eq(users.pk, member.pk)));
  const body = { type: 'force_set', mgrid: member.id, origin_pw: PASSWORD, pw: THIEFS } as const;
  const changed = await whileOwnerChanges(member, () => api.call(null, recoverAccount, { body }));
  expect(changed.error?.code).toBe('conflict');
  expect(await enter(member, THIEFS)).toMatchObject({ token: '' });
});

test('a mailed link is void when another change comes first', async () => {
  const member = await addMember(api, company);
  const key = await api.deps.database.asSystem(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.pk, member.pk));
    return user ? createLinkToken(tx, 'reset', { user }, api.deps.now()) : '';
  });
  const body = { type: 'set', key, pw: THIEFS } as const;
  const changed = await whileOwnerChanges(member, () => api.call(null, recoverAccount, { body }));
  expect(changed.error?.code).toBe('link_invalid');
  await expectOwnersAlone(member);
});

test('an address does not begin to wait once the account has a new password', async () => {
  const member = await addMember(api, company, { email: 'owner@vigil.test', emailVerifiedAt: new Date() });
  const next = `${randomBytes(4).toString('hex')}@vigil.test`;
  const changed = await whileOwnerChanges(member, () => update(member, { name: 'email', value: next }));
  expect(changed.error?.code).toBe('conflict');
  expect(await mailsTo(api, next)).toEqual([]);
  await expectOwnersAlone(member);
});

/** The code of the authenticator that a picture sets up. */
const codeOf = (picture = '') =>
  generateSync({
    secret: new URL(picture).searchParams.get('secret') ?? '',
    epoch: Math.floor(api.deps.now() / 1_000),
  });
const hasAuthenticator = async ({ pk }: TestUser) => {
  const [user] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.pk, pk)));
  return user?.otpConfirmedAt !== null;
};

test('an authenticator that a sign-in sets up is not confirmed once the account has a new password', async () => {
  const member = await addMember(api, company);
  await api.deps.database.asSystem((tx) => tx.update(users).set({ flagUseOtp: 1 }).where(eq(users.pk, member.pk)));
  const begun = await enter(member, PASSWORD);
  const body = { type: '3STEP', code: codeOf(begun.qrCode) } as const;
  const { objects } = await whileOwnerChanges(member, () => api.call(begun.token, signIn, { body }));
  expect(objects).toMatchObject({ step3: 'fail' });
  expect(await hasAuthenticator(member)).toBe(false);
});

test('an authenticator that a session sets up is not confirmed once the account has a new password', async () => {
  const member = await addMember(api, company);
  const begin = async () => (await update(member, { name: 'flag_use_otp', value: 1 })).objects[0]?.otp_setup;
  const confirm = async (picture: string | undefined) =>
    api.call(member.token, updateProfile, { body: { name: 'otp_code', value: codeOf(picture) } });
  const begun = await begin();
  expect((await whileOwnerChanges(member, () => confirm(begun))).error?.code).toBe('invalid_otp');
  // The session that changes the password stays open.
  expect((await confirm(begun)).error?.code).toBe('conflict');
  expect(await hasAuthenticator(member)).toBe(false);
});

test('one-time codes are not switched off once the account has a new password', async () => {
  const member = await addMember(api, company);
  const changes = { flagUseOtp: 1, otpConfirmedAt: new Date() } as const;
  await api.deps.database.asSystem((tx) => tx.update(users).set(changes).where(eq(users.pk, member.pk)));
  for (const body of [
    { name: 'flag_use_otp', value: 0 },
    { name: 'recovery_codes', value: true },
  ]) {
    await api.deps.database.asSystem(async (tx) =>
      tx
        .update(users)
        .set({ passwordHash: await hashPassword(PASSWORD), credentialVersion: 0 })
        .where(eq(users.pk, member.pk)),
    );
    const changed = await whileOwnerChanges(member, () => update(member, body));
    expect(changed.error?.code).toBe('conflict');
  }
});
