import { randomBytes } from 'node:crypto';
import { checkLoginIdAvailability, signUp, verifyEmail } from '@vigil/shared/contract/http/accounts';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { CompanyPk } from '@vigil/shared/contract/ids';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { deviceGroups } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { keyIn, mailsTo, newestMail } from '../../testing/mails.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { PASSWORD } from '../../testing/world.ts';

const test = apiTest({ PUBLIC_URL: 'https://vigil.test' });
let api: TestApi;
test.beforeAll(({ api: started }) => {
  api = started;
});
test.beforeEach(() => api.resetClock());

const newId = () => `kim-${randomBytes(4).toString('hex')}`;
const form = (mgrid: string, more: object = {}) => ({
  mgrid,
  pw: PASSWORD,
  name: 'Kim',
  mail: `${mgrid}@vigil.test`,
  subscription: 'web',
  agree_use: true as const,
  agree_privacy: true as const,
  ...more,
});
const join = (mgrid: string, more: object = {}) => api.call(null, signUp, { body: form(mgrid, more) });
const enter = async (mail: string) =>
  (await api.call(null, signIn, { body: { type: '1STEP', mail, pw: PASSWORD } })).objects;
const verify = async (key: string) =>
  (await api.call(null, verifyEmail, { body: { type: 'auth', key } })).objects.result;

test('signing up makes a company, its administrator and a trial of 15 days and 5 devices', async () => {
  const id = newId();
  expect((await join(id, { lang_code: 'ja', name: 'Mina Stranger', company_name: 'Kim & Co' })).objects).toEqual({
    mgrid: id,
    email: `${id}@vigil.test`,
  });
  const mail = await newestMail(api, `${id}@vigil.test`);
  expect(mail.text).toContain('https://vigil.test/ja/access/auth?type=auth&key=');
  // Anybody may have typed the address: its owner is sent no words of a stranger.
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/Mina Stranger|Kim & Co|Kim &amp; Co/u);
  expect(await verify(keyIn(mail))).toBe('success');
  const { token, profile } = await enter(id);
  expect(profile).toMatchObject({ type: 'Manager', member_type_id: 2, company_name: 'Kim & Co', lang_code: 'ja' });
  expect(profile?.license.total).toMatchObject({ vol: 5, primaryProdType: 'Free' });
  const days = (Date.parse(profile?.license.list[0]?.pay_expire ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(15, 1);
  const { objects } = await api.call(token, readProfile);
  const groups = await api.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(deviceGroups)
      .where(eq(deviceGroups.companyFk, CompanyPk.parse(objects[0]?.company_fk))),
  );
  expect(groups).toMatchObject([{ name: 'ROOT', isDefault: 1 }]);
});

const companyOf = async (mgrid: string) => {
  const [row] = await api.deps.database.asSystem((tx) =>
    tx
      .select({ company: companies })
      .from(companies)
      .innerJoin(users, eq(users.companyFk, companies.pk))
      .where(eq(users.mgrid, mgrid)),
  );
  return row?.company;
};

test('Korean and Seoul are kept where the form leaves language and time zone out', async () => {
  const [plain, other] = [newId(), newId()];
  await join(plain);
  await join(other, { lang_code: 'en', time_zone_id: 33 });
  const kept = (mgrid: string) =>
    api.deps.database.asSystem((tx) =>
      tx.select({ language: users.langCode, zone: users.timeZoneId }).from(users).where(eq(users.mgrid, mgrid)),
    );
  expect([await kept(plain), await kept(other)]).toEqual([
    [{ language: 'ko', zone: 32 }],
    [{ language: 'en', zone: 33 }],
  ]);
});

test('an installation for a single company takes no sign-up', async () => {
  await using standalone = await startTestApi({ STANDALONE: '1' });
  const refused = await standalone.call(null, signUp, { body: form(newId()) });
  expect(refused).toMatchObject({ status: 403, error: { code: 'not_allowed', reason: 'policy' } });
});

test('the way of the visitor and the intended use are kept with the company', async () => {
  const [plain, partner] = [newId(), newId()];
  await join(plain);
  expect(await companyOf(plain)).toMatchObject({ subscription: 'web', useFor: 'enterprise', pcanyUser: 'NO' });
  await join(partner, { subscription: '  Fair\u200b  2026 ', use_for: 'personal', pcany_user: 'YES' });
  expect(await companyOf(partner)).toMatchObject({ subscription: 'Fair 2026', useFor: 'personal', pcanyUser: 'YES' });
});

test.each([undefined, '', ' \u200b', 'x'.repeat(41)])(
  'a sign-up without a way of the visitor is refused (%j)',
  async (way) => {
    const id = newId();
    const { subscription: _, ...body } = form(id);
    const reply = await api.app.inject({
      method: 'POST',
      url: `${API_BASE}${signUp.path}`,
      payload: way === undefined ? body : { ...body, subscription: way },
    });
    expect(reply.json()).toMatchObject({ status: 400, error: { code: 'malformed', field: 'body.subscription' } });
    expect(await companyOf(id)).toBeUndefined();
  },
);

test('until the address is verified the second step fails, and the mail can be sent again', async () => {
  const id = newId();
  await join(id);
  const first = await newestMail(api, `${id}@vigil.test`);
  const refused = await enter(id);
  expect(refused).toMatchObject({ step1: 'success', step2: 'fail', step3: 'wait', token: '' });
  expect(refused.email).toBe('ki***@vigil.test');
  const again = await api.call(null, verifyEmail, { body: { type: 'resend', key: refused.mail } });
  expect(again.objects.result).toBe('success');
  const second = await newestMail(api, `${id}@vigil.test`, 2);
  expect(await verify(keyIn(first))).toBe('fail');
  expect(await verify(keyIn(second))).toBe('success');
  expect(await verify(keyIn(second))).toBe('already');
  expect(await verify(keyIn(first))).toBe('already');
  expect(await enter(id)).toMatchObject({ step2: 'success', step3: 'success' });
  await api.call(null, verifyEmail, { body: { type: 'resend', key: refused.mail } });
  expect(await mailsTo(api, `${id}@vigil.test`)).toHaveLength(2);
});

test('a mistyped address is replaced by whoever knows the password, and its link verifies nothing any more', async () => {
  const id = newId();
  await join(id);
  const mistyped = await newestMail(api, `${id}@vigil.test`);
  const { mail: key } = await enter(id);
  const resend = (email: string) => api.call(null, verifyEmail, { body: { type: 'resend', key, email } });
  expect(await resend('nobody')).toMatchObject({ status: 400 });
  await resend(`${id}-right@vigil.test`);
  const right = await newestMail(api, `${id}-right@vigil.test`);
  expect(await verify(keyIn(mistyped))).toBe('fail');
  expect(await verify(keyIn(right))).toBe('success');
  await resend(`${id}-other@vigil.test`);
  expect(await mailsTo(api, `${id}-other@vigil.test`)).toEqual([]);
  expect(await enter(id)).toMatchObject({ step2: 'success', step3: 'success' });
});

test('an expired or unknown link verifies no address', async () => {
  const id = newId();
  await join(id);
  const key = keyIn(await newestMail(api, `${id}@vigil.test`));
  await using late = await startTestApi();
  expect((await late.call(null, verifyEmail, { body: { type: 'auth', key } })).objects.result).toBe('fail');
  api.advance(73 * 3_600_000);
  expect(await verify(key)).toBe('fail');
});

test('errors are reported in the order of the form, and no account is created', async () => {
  const taken = newId();
  await join(taken);
  const bad = { pw: 'short', name: '', mail: 'no address' };
  const code = async (mgrid: string, more: object) => (await join(mgrid, more)).error?.code;
  expect(await code('a b', bad)).toBe('invalid_id');
  expect(await code('abc', bad)).toBe('invalid_id');
  expect(await code('www.evil-shop.test', bad)).toBe('invalid_id');
  expect(await code(taken, bad)).toBe('id_exist');
  const id = newId();
  expect(await code(id, bad)).toBe('password_requirement');
  expect(await code(id, { ...bad, pw: 'Passw0rd!Passw0rd!' })).toBe('password_requirement');
  expect(await code(id, { name: ' ', mail: 'no address' })).toBe('name_requirement');
  expect(await code(id, { name: 'See http://evil.example', mail: 'no address' })).toBe('name_invalid');
  expect(await code(id, { company_website: 'javascript:alert(1)' })).toBe('website_invalid');
  expect(await code(id, { mail: 'no address' })).toBe('email-invalid');
  expect(await code(id, { agree_privacy: false })).toBe('malformed');
  expect(
    (await api.call(null, checkLoginIdAvailability, { query: { type: 'mail', value: id } })).objects.available,
  ).toBe(true);
  expect(await mailsTo(api, 'no address')).toEqual([]);
});

test('an ID that looks like an address is not called taken while it is typed', async () => {
  const { error } = await api.call(null, checkLoginIdAvailability, {
    query: { type: 'mail', value: 'www.evil-shop.test' },
  });
  expect(error?.code).toBe('invalid_id');
});

test('of two simultaneous sign-ups with one ID one is refused', async () => {
  const id = newId();
  const replies = await Promise.all([1, 2, 3].map((n) => join(id, { mail: `${id}-${n}@vigil.test` })));
  expect(replies.filter((reply) => reply.error?.code === 'id_exist')).toHaveLength(2);
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
});

test.each([
  ['x', false],
  ['with space', false],
  ['good.id_1-2@vigil', true],
])('whether %s is free: %s', async (value, available) => {
  const { objects } = await api.call(null, checkLoginIdAvailability, {
    query: { type: 'mail', value, timestamp: '1' },
  });
  expect(objects).toEqual({ available });
});
