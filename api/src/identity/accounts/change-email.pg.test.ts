import { randomBytes } from 'node:crypto';
import { recoverAccount, verifyEmail } from '@vigil/shared/contract/http/accounts';
import { readProfile, updateProfile } from '@vigil/shared/contract/http/profile';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { updateUser } from '@vigil/shared/contract/http/user-changes';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { keyIn, newestMail } from '../../testing/mails.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addMember, PASSWORD, tokenOf, type TestCompany, type TestUser } from '../../testing/world.ts';

const DAY_MS = 24 * 3_600_000;
const NEXT = 'N3xt-Passw0r';
const test = apiTest();
let api: TestApi;
let company: TestCompany;

test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const address = () => `${randomBytes(4).toString('hex')}@vigil.test`;
type Reachable = TestUser & { email: string };
async function addReachable(): Promise<Reachable> {
  const email = address();
  return { ...(await addMember(api, company, { email, emailVerifiedAt: new Date(), name: 'Kim' })), email };
}
const changeTo = async ({ token }: TestUser, value: string) =>
  (await api.call(token, updateProfile, { body: { name: 'email', value, origin_pw: PASSWORD } })).objects[0];
const profileOf = async ({ token }: TestUser) => (await api.call(token, readProfile)).objects[0];
const follow = async (type: 'auth' | 'undo', key: string) =>
  (await api.call(null, verifyEmail, { body: { type, key } })).objects.result;
const setUser = ({ pk }: TestUser, set: Partial<typeof users.$inferInsert>) =>
  api.deps.database.asSystem((tx) => tx.update(users).set(set).where(eq(users.pk, pk)));
const askReset = ({ id }: TestUser) =>
  api.call(null, recoverAccount, { body: { type: 'send', key: id, lang_code: 'en' } });
const setPassword = (key: string, pw = NEXT) => api.call(null, recoverAccount, { body: { type: 'set', key, pw } });

test('a new address waits until it is confirmed, and the old one is used meanwhile', async () => {
  const member = await addReachable();
  const next = address();
  expect(await changeTo(member, next)).toMatchObject({ email: member.email, pending_email: next });
  await askReset(member);
  await newestMail(api, member.email, 2);
  const confirmation = await newestMail(api, next);
  expect(confirmation.text).not.toContain('Kim');
  expect(await follow('auth', keyIn(confirmation))).toBe('success');
  expect(await follow('auth', keyIn(confirmation))).toBe('already');
  expect(await profileOf(member)).toMatchObject({ email: next, pending_email: '' });
});

test('only the newest wish can be confirmed, and the old address cancels it', async () => {
  const member = await addReachable();
  const [first, second] = [address(), address()];
  await changeTo(member, first);
  await changeTo(member, second);
  expect(await follow('auth', keyIn(await newestMail(api, first)))).toBe('fail');
  expect(await changeTo(member, member.email)).toMatchObject({ email: member.email, pending_email: '' });
  expect(await follow('auth', keyIn(await newestMail(api, second)))).toBe('fail');
  expect(await profileOf(member)).toMatchObject({ email: member.email });
});

test.each(['before', 'after'])('the old address takes the change back, %s it was confirmed', async (when) => {
  const member = await addReachable();
  const next = address();
  await changeTo(member, next);
  const undo = keyIn(await newestMail(api, member.email));
  const confirm = keyIn(await newestMail(api, next));
  if (when === 'after') expect(await follow('auth', confirm)).toBe('success');
  api.advance(6 * DAY_MS);
  expect(await follow('undo', undo)).toBe('success');
  expect(await follow('undo', undo)).toBe('already');
  expect(await follow('auth', confirm)).toBe('fail');
  expect((await api.call(member.token, readProfile)).error?.code).toBe('session_invalid');
  await askReset(member);
  expect((await setPassword(keyIn(await newestMail(api, member.email, 2)))).objects).toEqual({ result: 'Success' });
});

test('a second change does not take away the way back to the first address', async () => {
  const member = await addReachable();
  const [second, third] = [address(), address()];
  await changeTo(member, second);
  const undo = keyIn(await newestMail(api, member.email));
  await follow('auth', keyIn(await newestMail(api, second)));
  await changeTo(member, third);
  await follow('auth', keyIn(await newestMail(api, third)));
  expect(await follow('undo', undo)).toBe('success');
  expect(await follow('undo', keyIn(await newestMail(api, second, 2)))).toBe('fail');
});

test('a link that went to a later address is void once the owner has confirmed the earlier one again', async () => {
  const member = await addReachable();
  const intruder = address();
  await changeTo(member, intruder);
  const back = keyIn(await newestMail(api, member.email));
  await follow('auth', keyIn(await newestMail(api, intruder)));
  await changeTo(member, member.email.toUpperCase());
  const backToIntruder = keyIn(await newestMail(api, intruder, 2));
  expect(await follow('auth', keyIn(await newestMail(api, member.email.toUpperCase())))).toBe('success');
  expect(await follow('undo', backToIntruder)).toBe('fail');
  expect(await follow('undo', back)).toBe('success');
});

test('whichever of the links to an address is followed, those to later addresses are void', async () => {
  const member = await addReachable();
  const [intruder, third] = [address(), address()];
  await changeTo(member, intruder);
  await follow('auth', keyIn(await newestMail(api, intruder)));
  await changeTo(member, member.email);
  const backToIntruder = keyIn(await newestMail(api, intruder, 2));
  await setUser(member, { email: member.email, pendingEmail: null });
  await changeTo(member, third);
  expect(await follow('undo', keyIn(await newestMail(api, member.email, 3)))).toBe('success');
  expect(await follow('undo', backToIntruder)).toBe('fail');
});

test('an earlier address to which no way back leads any more voids none', async () => {
  const member = await addReachable();
  const current = address();
  await changeTo(member, current);
  expect(await follow('auth', keyIn(await newestMail(api, current)))).toBe('success');
  api.advance(7 * DAY_MS + 1);
  // Whoever has the mailbox of before, and the password, moves the account back there.
  const intruder = { ...member, token: await tokenOf(api, member.id) };
  await changeTo(intruder, member.email);
  const back = keyIn(await newestMail(api, current, 2));
  expect(await follow('auth', keyIn(await newestMail(api, member.email, 2)))).toBe('success');
  expect(await follow('undo', back)).toBe('success');
});

test('the way back is open for seven days', async () => {
  const member = await addReachable();
  await changeTo(member, address());
  api.advance(7 * DAY_MS + 1);
  expect(await follow('undo', keyIn(await newestMail(api, member.email)))).toBe('fail');
});

/** What ends the links and half sign-ins of before. */
const credentialChanges = {
  password: async ({ token }: Reachable) => {
    const body = { name: 'pw', value: NEXT, origin_pw: PASSWORD } as const;
    expect((await api.call(token, updateProfile, { body })).status).toBe(200);
  },
  address: async (member: Reachable) => {
    const next = address();
    await changeTo(member, next);
    expect(await follow('auth', keyIn(await newestMail(api, next)))).toBe('success');
  },
};

test.each(Object.entries(credentialChanges))(
  'reset and unlock links end with a change of the %s',
  async (_, change) => {
    const member = await addReachable();
    await askReset(member);
    const reset = keyIn(await newestMail(api, member.email));
    await setUser(member, { lockedAt: new Date() });
    await api.call(null, recoverAccount, { body: { type: 'unlock', key: member.id, lang_code: 'en' } });
    const unlock = keyIn(await newestMail(api, member.email, 2));
    await change(member);
    expect((await setPassword(reset, 'An0ther-Pw!')).error?.code).toBe('link_invalid');
    const opened = await api.call(null, recoverAccount, { body: { type: 'open', key: unlock } });
    expect(opened.error?.code).toBe('link_invalid');
  },
);

test('a confirmed change of the address ends the sign-ins that wait for their code', async () => {
  const member = await addReachable();
  const begun = async () => {
    await setUser(member, { flagUseOtp: 1 });
    return (await api.call(null, signIn, { body: { type: '1STEP', mail: member.id, pw: PASSWORD } })).objects.token;
  };
  const enter = (token: string) => api.call(token, signIn, { body: { type: '3STEP', code: '000000' } });
  const before = await begun();
  await credentialChanges.address(member);
  expect((await enter(before)).error?.code).toBe('session_invalid');
  expect((await enter(await begun())).objects.step3).toBe('fail');
});

test('a password that is reset by mail ends a change of the address', async () => {
  const member = await addReachable();
  const next = address();
  await changeTo(member, next);
  await askReset(member);
  await setPassword(keyIn(await newestMail(api, member.email, 2)));
  expect(await follow('auth', keyIn(await newestMail(api, next)))).toBe('fail');
  const { objects } = await api.call(null, signIn, { body: { type: '1STEP', mail: member.id, pw: NEXT } });
  expect(objects.profile).toMatchObject({ email: member.email, pending_email: '' });
});

test('a link to a later address does not void the way back to an earlier one', async () => {
  const member = await addReachable();
  const [second, third] = [address(), address()];
  await changeTo(member, second);
  const back = keyIn(await newestMail(api, member.email));
  expect(await follow('auth', keyIn(await newestMail(api, second)))).toBe('success');
  await changeTo(member, third);
  expect(await follow('undo', keyIn(await newestMail(api, second, 2)))).toBe('success');
  expect(await follow('undo', back)).toBe('success');
});

/** The ways to a new password but the mailed one. */
const newPasswords = {
  'by its owner': ({ token }: TestUser) =>
    api.call(token, updateProfile, { body: { name: 'pw', value: NEXT, origin_pw: PASSWORD } }),
  'in place of an expired one': async (member: TestUser) => {
    await setUser(member, { mustChange: 1 });
    return api.call(null, recoverAccount, {
      body: { type: 'force_set', mgrid: member.id, origin_pw: PASSWORD, pw: NEXT },
    });
  },
  'by an administrator': async ({ pk }: TestUser) =>
    // Other tests put the clock beyond the end of the session of before.
    api.call(await tokenOf(api, company.adminId), updateUser, {
      params: { pk: String(pk) },
      body: { pw: NEXT, must_change: 0 },
    }),
};

test.each(Object.entries(newPasswords))(
  'a waiting address is dropped with a new password that is set %s',
  async (_, set) => {
    const member = await addReachable();
    const next = address();
    await changeTo(member, next);
    expect((await set(member)).status).toBe(200);
    expect(await follow('auth', keyIn(await newestMail(api, next)))).toBe('fail');
    const { objects } = await api.call(null, signIn, { body: { type: '1STEP', mail: member.id, pw: NEXT } });
    expect(objects.profile).toMatchObject({ email: member.email, pending_email: '' });
  },
);

test('an address that an administrator sets is not taken back by a link to an earlier one', async () => {
  const member = await addReachable();
  const [intruder, next] = [address(), address()];
  await changeTo(member, intruder);
  await follow('auth', keyIn(await newestMail(api, intruder)));
  await changeTo(member, next);
  const backToIntruder = keyIn(await newestMail(api, intruder, 2));
  const repair = await api.call(await tokenOf(api, company.adminId), updateUser, {
    params: { pk: String(member.pk) },
    body: { email: member.email },
  });
  expect(repair.status).toBe(200);
  expect(await follow('undo', backToIntruder)).toBe('fail');
  expect(await follow('auth', keyIn(await newestMail(api, next)))).toBe('fail');
  const { objects } = await api.call(null, signIn, { body: { type: '1STEP', mail: member.id, pw: PASSWORD } });
  expect(objects.profile).toMatchObject({ email: member.email, pending_email: '' });
});
