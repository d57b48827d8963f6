import { applyForPartnerAccount, openSessionByInvitation } from '@vigil/shared/contract/http/partners';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { postAccess } from '@vigil/shared/contract/http/sessions';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { invitations } from '@vigil/shared/platform/db/schema/accounts';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { partnerApplications } from '@vigil/shared/platform/db/schema/partner-applications';
import { users } from '@vigil/shared/platform/db/schema/users';
import { verifyPassword } from '@vigil/shared/platform/passwords';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { mailsTo } from '../../testing/mails.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addMember, invite as addInvitation, PASSWORD, type TestCompany, type TestUser } from '../../testing/world.ts';
import { hashInvitationCode, randomInvitationCode } from './invitation-code.ts';

const DAY_MS = 86_400_000;

const test = apiTest({ OPERATOR_MAIL: 'operator@vigil.test' });
let api: TestApi;
let company: TestCompany;

test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});
test.beforeEach(async () => {
  api.resetClock();
  await api.deps.database.asSystem(async (tx) => {
    await tx.delete(partnerApplications);
    await tx.delete(mails);
  });
});

const form = { mgrid: 'partner@x.test', pw: PASSWORD, name: 'Park', mail: 'park@x.test' };
const apply = (more: object = {}) => api.call(null, applyForPartnerAccount, { body: { ...form, ...more } });

test('an application is stored, and the applicant and the operator are notified', async () => {
  const { objects } = await apply({ lang_code: 'ja' });
  expect(Math.abs(Date.parse(objects.decide_by) - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000);
  const [row] = await api.deps.database.asSystem((tx) => tx.select().from(partnerApplications));
  expect(row).toMatchObject({ state: 'open', phone: '記載なし', companyName: '記載なし', email: 'park@x.test' });
  expect(await verifyPassword(PASSWORD, row?.passwordHash)).toBe(true);
  const written = await api.deps.database.asSystem((tx) => tx.select().from(mails).orderBy(mails.pk));
  expect(written.map(({ to }) => to)).toEqual(['park@x.test', 'operator@vigil.test']);
  expect(written[1]?.text).toContain(`partners approve ${row?.pk}`);
  expect(JSON.stringify(written)).not.toContain(PASSWORD);
});

test('the operator gets a limited number of mails about applications, which are all stored', async () => {
  const env = { OPERATOR_MAIL: 'operator@vigil.test', RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: '127.0.0.1' };
  await using limited = await startTestApi(env);
  for (let n = 0; n < 8; n += 1) {
    const body = { ...form, mgrid: `partner-${n}@x.test`, mail: `partner-${n}@x.test` };
    const headers = { 'x-forwarded-for': `203.0.113.${n + 1}` };
    expect((await limited.call(null, applyForPartnerAccount, { body, headers })).status).toBe(200);
  }
  expect(await limited.deps.database.asSystem((tx) => tx.select().from(partnerApplications))).toHaveLength(8);
  expect(await mailsTo(limited, 'operator@vigil.test')).toHaveLength(6);
});

test('a mail to an address that is not confirmed has no text of the applicant', async () => {
  const chosen = { mgrid: 'prize-for-you', name: 'Prize', company_name: 'Evil Shop', phone: '555-0100' };
  for (const lang_code of ['ko', 'en', 'ja'] as const)
    await apply({ ...chosen, mgrid: `${lang_code}.${chosen.mgrid}`, mail: 'victim@x.test', lang_code });
  const written = await api.deps.database.asSystem((tx) =>
    tx.select().from(mails).where(eq(mails.to, 'victim@x.test')),
  );
  expect(written).toHaveLength(3);
  for (const text of Object.values(chosen)) expect(JSON.stringify(written)).not.toContain(text);
});

test('an ID that was applied for is refused', async () => {
  await apply();
  expect((await apply()).error?.code).toBe('id_exist');
});

test.each([
  ['an ID of other signs', { mgrid: 'a b c d' }, 'invalid_id'],
  ['an ID that mail programs link', { mgrid: 'www.evil-shop.test' }, 'invalid_id'],
  ['an ID that a user has', () => ({ mgrid: company.adminId }), 'id_exist'],
  ['a weak password', { mgrid: 'other', pw: 'password' }, 'password_requirement'],
  ['no name', { mgrid: 'other', name: ' ' }, 'name_requirement'],
  ['an address that is none', { mgrid: 'other', mail: 'park' }, 'email-invalid'],
])('%s is refused', async (_, more, code) => {
  expect((await apply(typeof more === 'function' ? more() : more)).error?.code).toBe(code);
});

test('an installation of its own refuses applications, and admits guests by invitation', async () => {
  await using standalone = await startTestApi({ STANDALONE: '1' });
  const refused = await standalone.call(null, applyForPartnerAccount, { body: form });
  expect(refused.error).toMatchObject({ code: 'not_allowed', reason: 'policy' });
  const unknown = await standalone.call(null, openSessionByInvitation, { body: { code: randomInvitationCode() } });
  expect(unknown.error?.code).toBe('invitation_invalid');
});

test('an application that is not decided in time is refused, and can be repeated', async () => {
  await apply();
  await api.deps.database.asSystem((tx) => tx.update(partnerApplications).set({ decideBy: new Date() }));
  expect((await apply()).status).toBe(200);
});

test('an approved partner is recognised at sign-in, and denied', async () => {
  const mgrid = 'taken-on@x.test';
  const attempt = async (pw: string) =>
    (await api.call(null, signIn, { body: { type: '1STEP', mail: mgrid, pw } })).objects;
  await apply({ mgrid });
  expect((await attempt(PASSWORD)).cause).toBeUndefined();
  await api.deps.database.asSystem((tx) =>
    tx.update(partnerApplications).set({ state: 'approved' }).where(eq(partnerApplications.mgrid, mgrid)),
  );
  expect(await attempt(PASSWORD)).toMatchObject({ step1: 'fail', cause: { partner: true }, token: '' });
  expect((await attempt('wrong')).cause).toBeUndefined();
  const { outcome, objects } = await api.call(null, postAccess, {
    body: { mail: mgrid, password: PASSWORD },
  });
  expect([outcome, objects]).toEqual(['Fail', { isLogin: false, token: '', user_type: 7 }]);
});

const invite = async (user: TestUser, forMs?: number) =>
  (await addInvitation(api, { ...user, companyFk: company.pk }, forMs)).code;
const enter = (code: string) => api.call(null, openSessionByInvitation, { body: { code } });

test('a code opens a session with the rights of its user, until the invitation ends', async () => {
  const member = await addMember(api, company);
  const code = await invite(member);
  const { objects } = await enter(code.toLowerCase().replaceAll('-', ' '));
  const profile = () => api.call(objects.token, readProfile);
  const opened = await profile();
  expect(opened.objects[0]).toMatchObject({ mgrid: member.id, session_expires: objects.expires_at, is_invited: true });
  api.stopClock();
  api.advance(Date.parse(objects.expires_at) - api.deps.now() - 1);
  expect((await profile()).status).toBe(200);
  api.advance(1);
  expect((await profile()).error?.code).toBe('session_invalid');
});

test('use does not extend an invited session', async () => {
  const { objects } = await enter(await invite(await addMember(api, company), 5 * 3_600_000));
  await api.redis.clear();
  const { objects: profile } = await api.call(objects.token, readProfile);
  expect(profile[0]?.session_expires).toBe(objects.expires_at);
});

test('a code is valid once, also for simultaneous uses', async () => {
  const code = await invite(await addMember(api, company));
  const replies = await Promise.all([enter(code), enter(code)]);
  expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect((await enter(code)).error?.code).toBe('invitation_invalid');
});

test('a code that is expired, withdrawn, unknown, or of a deactivated user is refused', async () => {
  const member = await addMember(api, company);
  const withdrawn = await invite(member);
  await api.deps.database.asSystem((tx) =>
    tx
      .update(invitations)
      .set({ revokedAt: new Date() })
      .where(eq(invitations.codeHash, hashInvitationCode(withdrawn))),
  );
  const left = await invite(member);
  await api.deps.database.asSystem((tx) => tx.update(users).set({ active: false }).where(eq(users.pk, member.pk)));
  const over = await invite(await addMember(api, company), -1);
  for (const code of [withdrawn, left, over, randomInvitationCode(), '-'])
    expect((await enter(code)).error?.code).toBe('invitation_invalid');
});
