import type { BodyOf } from '@vigil/shared/contract/endpoint';
import { readProfile, updateProfile } from '@vigil/shared/contract/http/profile';
import { signIn, type LoginResult } from '@vigil/shared/contract/http/sign-in';
import { recoveryCodes } from '@vigil/shared/platform/db/schema/accounts';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { setPolicies } from '../../testing/policies.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember, PASSWORD, type TestCompany, type TestUser } from '../../testing/world.ts';

type ProfileChange = BodyOf<typeof updateProfile>;
const STEP_MS = 30_000;
const test = apiTest();
let api: TestApi;
let company: TestCompany;

test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
  // A code that is made at the end of its step would be one of the step before when it is checked.
  api.stopClock();
});

const addGuarded = (of = company) => addMember(api, of, {}).then((member) => turnOn(member));
async function turnOn(member: TestUser): Promise<TestUser> {
  const body = { name: 'flag_use_otp', value: 1, origin_pw: PASSWORD } as const;
  expect((await api.call(member.token, updateProfile, { body })).status).toBe(200);
  return member;
}
const first = async (member: TestUser): Promise<LoginResult> =>
  (await api.call(null, signIn, { body: { type: '1STEP', mail: member.id, pw: PASSWORD } })).objects;
const keep = async (token: string) =>
  (await api.call(token, updateProfile, { body: { name: 'recovery_codes_kept', value: true } })).objects[0];
const third = (token: string, code: string) => api.call(token, signIn, { body: { type: '3STEP', code } });

const secretIn = ({ qrCode = '' }: LoginResult): string => new URL(qrCode).searchParams.get('secret') ?? '';
const codeFor = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor((api.deps.now() + steps * STEP_MS) / 1_000) });
const wrongFor = (secret: string): string => {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeFor(secret, steps)));
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !right.has(code)) ?? '';
};

/** A member whose authenticator is set up. */
async function addEquipped(of = company) {
  const member = await addGuarded(of);
  const { token, ...rest } = await first(member);
  const secret = secretIn({ token, ...rest });
  const { objects } = await third(token, codeFor(secret));
  api.advance(2 * STEP_MS);
  return { member, secret, session: objects.token, codes: objects.recovery_codes ?? [] };
}

test('the first sign-in sets the authenticator up and shows ten recovery codes, once', async () => {
  const member = await addGuarded();
  const begun = await first(member);
  expect(begun).toMatchObject({ step1: 'success', step2: 'success', step3: 'wait', qrCodeFlag: true });
  expect(begun.profile).toBeUndefined();
  expect(begun.qrCode).toMatch(/^otpauth:\/\/totp\/Vigil:/u);
  const { objects } = await third(begun.token, codeFor(secretIn(begun)));
  expect(objects).toMatchObject({ step3: 'success', profile: { mgrid: member.id, recovery_codes_left: 0 } });
  expect(new Set(objects.recovery_codes)).toHaveLength(10);
  expect(await keep(objects.token)).toMatchObject({ recovery_codes_left: 10 });
  api.advance(2 * STEP_MS);
  const next = await first(member);
  expect(next).toMatchObject({ step3: 'wait', qrCodeFlag: false });
  expect(next.qrCode).toBeUndefined();
  expect((await third(next.token, codeFor(secretIn(begun)))).objects.recovery_codes).toBeUndefined();
});

test('each set-up has a secret of its own, and the first right code decides', async () => {
  const member = await addGuarded();
  const [one, other] = [await first(member), await first(member)];
  expect(secretIn(one)).not.toBe(secretIn(other));
  expect((await third(other.token, codeFor(secretIn(one)))).objects.step3).toBe('fail');
  expect((await third(one.token, codeFor(secretIn(one)))).objects.step3).toBe('success');
  api.advance(2 * STEP_MS);
  expect((await third(other.token, codeFor(secretIn(other)))).objects.step3).toBe('fail');
});

test('codes that are turned on are set up at once, in the session that turned them on', async () => {
  const member = await addMember(api, company);
  const change = async (body: ProfileChange, token = member.token) => await api.call(token, updateProfile, { body });
  const on = { name: 'flag_use_otp', value: 1, origin_pw: PASSWORD } as const;
  const { objects } = await change(on);
  expect(objects[0]).toMatchObject({ flag_use_otp: 1, otp_confirmed: false });
  const secret = new URL(objects[0]?.otp_setup ?? '').searchParams.get('secret') ?? '';
  expect((await change({ name: 'otp_code', value: wrongFor(secret) })).error?.code).toBe('invalid_otp');
  const done = (await change({ name: 'otp_code', value: codeFor(secret) })).objects[0];
  expect(done).toMatchObject({ otp_confirmed: true, recovery_codes_left: 0 });
  expect(done?.recovery_codes).toHaveLength(10);
  expect((await change({ name: 'otp_code', value: codeFor(secret) })).error?.code).toBe('conflict');
  expect((await change(on)).objects[0]?.otp_setup).toBeUndefined();
  api.advance(2 * STEP_MS);
  expect((await third((await first(member)).token, codeFor(secret))).objects.step3).toBe('success');
});

test('a changed password ends the sign-ins that wait for their code', async () => {
  const { member, secret } = await addEquipped();
  const { token } = await first(member);
  const body = { name: 'pw', value: 'N3xt-Passw0r', origin_pw: PASSWORD } as const;
  expect((await api.call(member.token, updateProfile, { body })).status).toBe(200);
  expect((await third(token, codeFor(secret))).error?.code).toBe('session_invalid');
});

test('recovery codes are valid until their successors are kept', async () => {
  const { member, session, codes } = await addEquipped();
  await keep(session);
  const body = { name: 'recovery_codes', value: true, origin_pw: PASSWORD } as const;
  const renew = async () => (await api.call(session, updateProfile, { body })).objects[0]?.recovery_codes ?? [];
  const [abandoned] = await renew();
  const [fresh, next] = await renew();
  const enter = async (code = '') => (await third((await first(member)).token, code)).objects.step3;
  expect([await enter(codes[0]), await enter(abandoned)]).toEqual(['success', 'fail']);
  // Using a new code shows that the user has it.
  expect([await enter(fresh), await enter(codes[1]), await enter(next)]).toEqual(['success', 'fail', 'success']);
});

test('a half-token opens the third step and nothing else, and becomes one session at most', async () => {
  const { member, secret } = await addEquipped();
  const { token } = await first(member);
  expect((await api.call(token, readProfile)).error?.code).toBe('session_invalid');
  const replies = await Promise.all([third(token, codeFor(secret)), third(token, codeFor(secret))]);
  expect(replies.filter((reply) => reply.objects?.step3 === 'success')).toHaveLength(1);
  expect((await third(token, codeFor(secret, 1))).error?.code).toBe('session_invalid');
  expect((await third(member.token, codeFor(secret, 1))).error?.code).toBe('session_invalid');
});

test.each([
  [-2, 'fail'],
  [-1, 'success'],
  [0, 'success'],
  [1, 'success'],
  [2, 'fail'],
])('a code of %i steps away: %s', async (steps, step3) => {
  const { member, secret } = await addEquipped();
  api.advance(4 * STEP_MS);
  const { objects } = await third((await first(member)).token, codeFor(secret, steps));
  expect(objects).toMatchObject({ step3, ...(step3 === 'fail' ? { cause: { invalid_otp: true } } : {}) });
});

test('no code is accepted twice, nor an older one', async () => {
  const { member, secret } = await addEquipped();
  const [before, code] = [codeFor(secret, -1), codeFor(secret)];
  expect((await third((await first(member)).token, code)).objects.step3).toBe('success');
  expect((await third((await first(member)).token, code)).objects.step3).toBe('fail');
  expect((await third((await first(member)).token, before)).objects.step3).toBe('fail');
});

test('wrong codes count towards the lock, and the right password does not reset them', async () => {
  const { member, secret } = await addEquipped();
  const counts = [];
  let token = '';
  for (let i = 0; i < 5; i += 1) {
    ({ token } = await first(member));
    const { objects } = await third(token, wrongFor(secret));
    counts.push([objects.current_failure, objects.cause]);
  }
  const wrong = { invalid_otp: true };
  expect(counts).toEqual([
    [1, wrong],
    [2, wrong],
    [3, wrong],
    [4, wrong],
    [5, { locked: true }],
  ]);
  expect((await third(token, codeFor(secret))).error?.code).toBe('session_invalid');
  expect(await first(member)).toMatchObject({ step1: 'fail', cause: { locked: true } });
});

test('a recovery code stands for a code once; fresh ones that are kept end the old ones', async () => {
  const { member, session, codes } = await addEquipped();
  const [one = '', two = ''] = codes;
  expect((await third((await first(member)).token, one.toLowerCase())).objects).toMatchObject({
    step3: 'success',
    profile: { recovery_codes_left: 9 },
  });
  expect((await third((await first(member)).token, one)).objects.step3).toBe('fail');
  const body = { name: 'recovery_codes', value: true, origin_pw: PASSWORD } as const;
  const { objects } = await api.call(session, updateProfile, { body });
  expect(objects[0]?.recovery_codes).toHaveLength(10);
  await keep(session);
  expect((await third((await first(member)).token, two)).objects.step3).toBe('fail');
  const fresh = objects[0]?.recovery_codes?.[0] ?? '';
  expect((await third((await first(member)).token, fresh)).objects.step3).toBe('success');
});

test('neither the secret nor a recovery code can be read from the database', async () => {
  const { member, secret, codes } = await addEquipped();
  const stored = await api.deps.database.asSystem(async (tx) => [
    await tx.select().from(users).where(eq(users.pk, member.pk)),
    await tx.select().from(recoveryCodes).where(eq(recoveryCodes.userFk, member.pk)),
  ]);
  const text = JSON.stringify(stored);
  expect(text).not.toContain(secret);
  for (const code of codes) expect(text).not.toContain(code);
});

test('resetting or turning off the authenticator needs the password', async () => {
  const { member, session } = await addEquipped();
  const change = async (body: ProfileChange) => await api.call(session, updateProfile, { body });
  const reset = { name: 'flag_create_qrcode', value: false, origin_pw: 'wrong' } as const;
  expect((await change(reset)).error?.code).toBe('current_password_wrong');
  const off = { name: 'flag_use_otp', value: 0 } as const;
  expect((await change({ ...off, origin_pw: 'wrong' })).error?.code).toBe('current_password_wrong');
  expect((await change({ ...off, origin_pw: PASSWORD })).objects[0]?.flag_use_otp).toBe(0);
  expect(await first(member)).toMatchObject({ step3: 'success' });
});

test('a company demands one-time codes of everybody: they are set up at the next sign-in, and cannot be turned off', async () => {
  const demanding = await addCompany(api);
  await setPolicies(api, demanding, { otpRequired: 1 });
  const member = await addMember(api, demanding);
  const begun = await first(member);
  expect(begun).toMatchObject({ step3: 'wait', qrCodeFlag: true });
  const entered = (await third(begun.token, codeFor(secretIn(begun)))).objects;
  expect(entered).toMatchObject({ step3: 'success', profile: { flag_use_otp: 1 } });
  expect(entered.recovery_codes).toHaveLength(10);
  api.advance(2 * STEP_MS);
  expect(await first(member)).toMatchObject({ step3: 'wait', qrCodeFlag: false });
  const off = { name: 'flag_use_otp', value: 0, origin_pw: PASSWORD } as const;
  expect((await api.call(entered.token, updateProfile, { body: off })).error?.code).toBe('otp_required');
});

test('without a Corporate licence nobody is asked for a code, whatever the company demands', async () => {
  const basic = await addCompany(api, { type: 'Basic' });
  await setPolicies(api, basic, { otpRequired: 1 });
  expect(await first(await addMember(api, basic))).toMatchObject({ step3: 'success' });
});

const RESET = { name: 'flag_create_qrcode', value: false, origin_pw: PASSWORD } as const;
const reset = async (token: string): Promise<string> => {
  const { objects } = await api.call(token, updateProfile, { body: RESET });
  return new URL(objects[0]?.otp_setup ?? '').searchParams.get('secret') ?? '';
};
const confirmReset = (token: string, code: string) =>
  api.call(token, updateProfile, { body: { name: 'otp_code', value: code } });

test('a reset that is abandoned keeps the authenticator and its recovery codes', async () => {
  const { member, session, secret, codes } = await addEquipped();
  await keep(session);
  const fresh = await reset(session);
  expect(fresh).not.toBe(secret);
  expect((await confirmReset(session, wrongFor(fresh))).error?.code).toBe('invalid_otp');
  expect((await api.call(session, readProfile)).objects[0]).toMatchObject({
    otp_confirmed: true,
    recovery_codes_left: 10,
  });
  const next = await first(member);
  expect(next).toMatchObject({ step3: 'wait', qrCodeFlag: false });
  expect((await third(next.token, codeFor(fresh))).objects.step3).toBe('fail');
  expect((await third(next.token, codeFor(secret))).objects.step3).toBe('success');
  expect((await third((await first(member)).token, codes[0] ?? '')).objects.step3).toBe('success');
});

test('the first right code of a reset replaces the authenticator, and ends other resets', async () => {
  const { member, session, secret, codes } = await addEquipped();
  await keep(session);
  const { token } = (await third((await first(member)).token, codeFor(secret))).objects;
  const [fresh, late] = [await reset(session), await reset(token)];
  const { objects } = await confirmReset(session, codeFor(fresh));
  expect(objects[0]).toMatchObject({ otp_confirmed: true });
  expect(objects[0]?.recovery_codes).toHaveLength(10);
  expect((await confirmReset(token, codeFor(late))).error?.code).toBe('conflict');
  await keep(session);
  api.advance(2 * STEP_MS);
  const enter = async (code = '') => (await third((await first(member)).token, code)).objects.step3;
  expect([await enter(codeFor(secret)), await enter(codes[0])]).toEqual(['fail', 'fail']);
  expect([await enter(codeFor(fresh)), await enter(objects[0]?.recovery_codes?.[0])]).toEqual(['success', 'success']);
});

test('one-time codes come with the Corporate and Free licences', async () => {
  const basic = await addCompany(api, { type: 'Basic' });
  const member = await addMember(api, basic);
  const body = { name: 'flag_use_otp', value: 1, origin_pw: PASSWORD } as const;
  expect((await api.call(member.token, updateProfile, { body })).error).toMatchObject({
    code: 'not_allowed',
    reason: 'licence',
  });
  await api.deps.database.asSystem((tx) => tx.update(users).set({ flagUseOtp: 1 }).where(eq(users.pk, member.pk)));
  expect(await first(member)).toMatchObject({ step3: 'success' });
  // Those that were on before the licence was changed can be switched off.
  const off = await api.call(member.token, updateProfile, { body: { ...body, value: 0 } });
  expect(off.objects[0]).toMatchObject({ flag_use_otp: 0 });
});
