import { randomUUID } from 'node:crypto';
import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';
import {
  checkLoginIdAvailability,
  mailLoginId,
  recoverAccount,
  signUp,
  verifyEmail,
} from '@vigil/shared/contract/http/accounts';
import { createEnrolToken, enrolAgent } from '@vigil/shared/contract/http/agents';
import { createApiToken } from '@vigil/shared/contract/http/api-tokens';
import { createChannel, testChannel } from '@vigil/shared/contract/http/channels';
import { importUsers } from '@vigil/shared/contract/http/imports';
import { readProfile, updateProfile } from '@vigil/shared/contract/http/profile';
import { reportRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { generateApiToken } from '@vigil/shared/platform/api-tokens';
import { expect } from 'vitest';
import { createAgentKey } from '../../../tests/support/agent-key.ts';
import { createPublicApp } from '../app.ts';
import { apiTest } from '../testing/fixture.ts';
import { mailsTo, newestMail } from '../testing/mails.ts';
import { setPolicies } from '../testing/policies.ts';
import { addressOf, type TestApi } from '../testing/test-api.ts';
import { addCompany, addMember, PASSWORD } from '../testing/world.ts';

const test = apiTest({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' });
let api: TestApi;
test.beforeAll(({ api: started }) => {
  api = started;
});

let nextHost = 0;
/** An address without calls so far. */
const freshAddress = () => `203.0.113.${(nextHost += 1)}`;

async function send(endpoint: AnyEndpoint, parts: { body?: object; query?: object }, from: string, app = api.app) {
  const reply = await app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, parts),
    headers: { 'x-forwarded-for': from },
    ...(parts.body ? { payload: parts.body } : {}),
  });
  return { status: reply.statusCode, retryAfter: Number(reply.headers['retry-after'] ?? 0) };
}

/**
 * Lets no time pass for the limits that have been used so far, however slow this machine is.
 * @returns makes their windows as long as they were
 */
async function holdWindows(): Promise<() => Promise<unknown>> {
  const { commands } = api.deps.redis;
  const keys = await commands.keys('*:limit');
  const left = await Promise.all(keys.map(async (key) => [key, await commands.pTTL(key)] as const));
  return () => Promise.all(left.map(([key, ms]) => commands.pExpire(key, Math.max(ms, 1))));
}

/** How often it is answered before it is too much; asks up to `most` times. */
async function countUntilRefused(ask: (n: number) => Promise<{ status: number; retryAfter: number }>, most = 200) {
  let hold: (() => Promise<unknown>) | undefined;
  for (let n = 0; n < most; n += 1) {
    const { status, retryAfter } = await ask(n);
    if (status === 429) return { after: n, retryAfter };
    hold ??= await holdWindows();
    await hold();
  }
  return { after: most, retryAfter: 0 };
}

test.each([
  ['find-id', mailLoginId, (n: number) => ({ body: { email: `a${n}@vigil.test` } }), 20, 600],
  ['availability', checkLoginIdAvailability, (n: number) => ({ query: { type: 'mail', value: `user-${n}` } }), 60, 60],
  ['reset', recoverAccount, (n: number) => ({ body: { type: 'send', key: `unknown-${n}` } }), 30, 600],
  [
    'sign-up',
    signUp,
    (n: number) => ({
      body: {
        mgrid: '-',
        pw: '',
        name: '',
        mail: `${n}`,
        subscription: 'web',
        agree_use: true,
        agree_privacy: true,
      },
    }),
    20,
    3_600,
  ],
] as const)(
  '%s from one address is limited, and other addresses are not',
  async (_, endpoint, partsOf, limit, seconds) => {
    const from = freshAddress();
    const { after, retryAfter } = await countUntilRefused((n) => send(endpoint, partsOf(n), from));
    expect(after).toBe(limit);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(seconds);
    expect((await send(endpoint, partsOf(9_999), freshAddress())).status).not.toBe(429);
  },
);

test.each([
  ['sign-in', signIn, { body: { type: '1STEP', mail: 'one-user', pw: 'x' } }, 20],
  ['find-id', mailLoginId, { body: { email: 'one@vigil.test' } }, 3],
  ['reset', recoverAccount, { body: { type: 'send', key: 'one-user' } }, 5],
] as const)('%s about one account is limited over all addresses', async (_, endpoint, parts, limit) => {
  const { after } = await countUntilRefused(() => send(endpoint, parts, freshAddress()));
  expect(after).toBe(limit);
});

test('strangers who use up the limits of an account do not keep its owner out of a known network', async () => {
  const lenient = await addCompany(api);
  await setPolicies(api, lenient, { blockNum: 0 });
  const { id } = await addMember(api, lenient);
  const home = freshAddress();
  const enter = (from: string, pw = PASSWORD) => send(signIn, { body: { type: '1STEP', mail: id, pw } }, from);
  const reset = (from: string) => send(recoverAccount, { body: { type: 'send', key: id } }, from);
  expect((await enter(home)).status).toBe(200);
  await countUntilRefused(() => enter(freshAddress(), 'wrong'));
  await countUntilRefused(() => reset(freshAddress()));
  for (const ask of [enter, reset])
    expect([(await ask(freshAddress())).status, (await ask(home)).status]).toEqual([429, 200]);
});

test('a client that guesses waits, also where no number of wrong passwords locks an account', async () => {
  const lenient = await addCompany(api);
  await setPolicies(api, lenient, { blockNum: 0 });
  const { id } = await addMember(api, lenient);
  const from = freshAddress();
  const guess = () => send(signIn, { body: { type: '1STEP', mail: id, pw: 'wrong' } }, from);
  expect((await countUntilRefused(guess)).after).toBe(2);
});

test('a recipient gets a limited number of mails, and the answers do not show it', async ({ company }) => {
  const email = 'flooded@vigil.test';
  const members = await Promise.all([1, 2].map(() => addMember(api, company, { email, emailVerifiedAt: new Date() })));
  for (const { id } of members) {
    for (let n = 0; n < 4; n += 1) {
      const body = { type: 'send', key: id, lang_code: 'en' };
      expect((await send(recoverAccount, { body }, freshAddress())).status).toBe(200);
    }
  }
  await newestMail(api, email, 5);
  expect(await mailsTo(api, email)).toHaveLength(5);
});

test('the mail that confirms an address is sent five times an hour at most, however often it is asked for', async ({
  company,
}) => {
  const email = 'unconfirmed@vigil.test';
  const { id } = await addMember(api, company, { email, emailVerifiedAt: null });
  for (let n = 0; n < 12; n += 1) {
    // Each refused sign-in brings a key of its own.
    const { objects } = await api.call(null, signIn, { body: { type: '1STEP', mail: id, pw: PASSWORD } });
    const body = { type: 'resend', key: objects.mail };
    expect((await send(verifyEmail, { body }, freshAddress())).status).toBe(200);
  }
  expect(await mailsTo(api, email)).toHaveLength(5);
});

test('mails of one kind that a stranger asks for use up none of another kind', async ({ company }) => {
  const email = 'wanted@vigil.test';
  const member = await addMember(api, company, { email, emailVerifiedAt: new Date() });
  // Three within ten minutes for one address, which are not counted by subaddresses of the mailbox.
  for (let n = 0; n < 3; n += 1) await send(mailLoginId, { body: { email } }, freshAddress());
  const other = 'wanted+shop@vigil.test';
  await addMember(api, company, { email: other, emailVerifiedAt: new Date() });
  for (let n = 0; n < 3; n += 1)
    expect((await send(mailLoginId, { body: { email: other } }, freshAddress())).status).toBe(200);
  expect([...(await mailsTo(api, email)), ...(await mailsTo(api, other))]).toHaveLength(5);
  await send(recoverAccount, { body: { type: 'send', key: member.id, lang_code: 'en' } }, freshAddress());
  expect((await newestMail(api, email, 4)).text).toContain('reset-password?key=');
});

test.each([
  ['of another company', new Date()],
  ['whose address nobody has confirmed', null],
])('mails of an account %s use up none of the mails to the owner of the address', async (_, emailVerifiedAt) => {
  const email = `${randomUUID()}@vigil.test`;
  const [strange, own] = await Promise.all([addCompany(api), addCompany(api)]);
  const stranger = await addMember(api, strange, { email, emailVerifiedAt });
  const owner = await addMember(api, own, { email, emailVerifiedAt: new Date() });
  const reset = (id: string) =>
    send(recoverAccount, { body: { type: 'send', key: id, lang_code: 'en' } }, freshAddress());
  for (let n = 0; n < 5; n += 1) await reset(stranger.id);
  await newestMail(api, email, 5);
  await reset(owner.id);
  await newestMail(api, email, 6);
  expect((await mailsTo(api, email)).map(({ companyFk }) => companyFk)).toContain(own.pk);
});

const enrolment = (enrol_token: string) => ({
  body: {
    enrol_token,
    public_key: createAgentKey().publicKey,
    name: 'device',
    dev_os_id: 2,
    user_os_str: '',
    mac_addr: '',
    agent_version: '1.0.0',
  },
});

test('a site that enrols many devices at once is not limited', async ({ company }) => {
  const from = freshAddress();
  const { objects } = await api.call(company.admin, createEnrolToken, { body: {} });
  const enrol = () => send(enrolAgent, enrolment(objects.enrol_token), from);
  const answers = await Promise.all(Array.from({ length: 90 }, enrol));
  expect(answers.filter(({ status }) => status === 429)).toEqual([]);
});

test('failed enrolments from one address are limited, and then a valid token is refused there, too', async ({
  company,
}) => {
  const { objects } = await api.call(company.admin, createEnrolToken, { body: {} });
  const from = freshAddress();
  expect((await send(enrolAgent, enrolment(objects.enrol_token), from)).status).toBe(200);
  const { after } = await countUntilRefused((n) => send(enrolAgent, enrolment(`wrong-${n}`), from));
  expect(after).toBe(30);
  expect((await send(enrolAgent, enrolment(objects.enrol_token), from)).status).toBe(429);
  expect((await send(enrolAgent, enrolment(objects.enrol_token), freshAddress())).status).toBe(200);
});

test('a network of IPv6 addresses is one address', async () => {
  const { after } = await countUntilRefused((n) =>
    send(mailLoginId, { body: { email: `six${n}@vigil.test` } }, `2001:db8:1:2::${n.toString(16)}`),
  );
  expect(after).toBe(20);
  expect((await send(mailLoginId, { body: { email: 'seven@vigil.test' } }, '2001:db8:1:3::1')).status).toBe(200);
});

test('all IPv6 networks of a site together may do four times what one of them may', async () => {
  const from = (n: number) => `2001:db8:5:${n.toString(16)}::1`;
  const ask = (n: number) => send(mailLoginId, { body: { email: `site${n}@vigil.test` } }, from(n));
  expect((await countUntilRefused(ask)).after).toBe(80);
  expect((await send(mailLoginId, { body: { email: 'site@vigil.test' } }, '2001:db8:6:1::1')).status).toBe(200);
});

test('where only failures count, those of a site count together, too', async () => {
  const guess = { params: { id: randomUUID() }, body: { state: 'started', secret: 'wrong' } as const };
  const from = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
  expect((await countUntilRefused((n) => send(reportRemoteSession, guess, from(n)), 300)).after).toBe(240);
  expect((await send(reportRemoteSession, guess, '2001:db8:8:1::1')).status).toBe(401);
});

test('a network of IPv6 addresses whose zeros are shortened is one address', async () => {
  const { after } = await countUntilRefused((n) =>
    send(mailLoginId, { body: { email: `short${n}@vigil.test` } }, `2001:db8::${(n + 1).toString(16)}:1:1`),
  );
  expect(after).toBe(20);
});

test('failed reports of remote sessions from one address are limited', async () => {
  const from = freshAddress();
  const guess = (secret: string) => ({ params: { id: randomUUID() }, body: { state: 'started', secret } as const });
  const { after } = await countUntilRefused((n) => send(reportRemoteSession, guess(`wrong-${n}`), from));
  expect(after).toBe(60);
  expect((await send(reportRemoteSession, guess('wrong'), freshAddress())).status).toBe(401);
});

test('the e-mail address of an account changes five times an hour at most, so that the old one is not flooded', async ({
  company,
}) => {
  const email = 'often@vigil.test';
  const member = await addMember(api, company, { email, emailVerifiedAt: new Date() });
  const change = (n: number) =>
    api.call(member.token, updateProfile, {
      body: { name: 'email', value: `often-${n}@vigil.test`, origin_pw: PASSWORD },
    });
  for (let n = 0; n < 5; n += 1) expect((await change(n)).status).toBe(200);
  expect(await change(5)).toMatchObject({ status: 429 });
  expect(await mailsTo(api, email)).toHaveLength(5);
});

test('the owner of a locked account is told, also when the mails that can be asked for are used up', async ({
  company,
}) => {
  const email = 'locked@vigil.test';
  const member = await addMember(api, company, { email, emailVerifiedAt: new Date() });
  for (let n = 0; n < 6; n += 1) {
    await send(recoverAccount, { body: { type: 'send', key: member.id, lang_code: 'en' } }, freshAddress());
  }
  await newestMail(api, email, 5);
  for (let n = 0; n < 5; n += 1) {
    await send(signIn, { body: { type: '1STEP', mail: member.id, pw: 'wrong' } }, freshAddress());
  }
  expect((await newestMail(api, email, 6)).text).toContain('type=unlock');
});

test('a token is limited by itself, also one that does not exist, and stops no other at the same address', async ({
  company,
}) => {
  const body = { name: 'limited', scopes: ['read' as const], expires_in_d: 1, origin_pw: PASSWORD };
  const { api_token: valid } = (await api.call(company.admin, createApiToken, { body })).objects;
  const unknown = generateApiToken();
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.7' };
    const reply = await api.app.inject({ url: addressOf(readProfile), headers });
    return reply.statusCode;
  };
  const statuses = [await ask(unknown)];
  const hold = await holdWindows();
  for (let tens = 0; tens < 61; tens += 1) {
    await hold();
    statuses.push(...(await Promise.all(Array.from({ length: tens === 0 ? 9 : 10 }, () => ask(unknown)))));
  }
  expect([401, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([600, 10]);
  expect(await ask(valid)).toBe(200);
});

test('copies of the API count together', async () => {
  const copy = await createPublicApp(api.deps);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => copy.close());
  await copy.ready();
  const from = freshAddress();
  const { after } = await countUntilRefused((n) =>
    send(mailLoginId, { body: { email: `copy${n}@vigil.test` } }, from, n % 2 === 0 ? api.app : copy),
  );
  expect(after).toBe(20);
});

test('a person makes 300 changes a minute in the sessions of theirs; what they read is not counted', async ({
  company,
}) => {
  const { token } = await addMember(api, company);
  const body = { name: 'name', value: 'Other name' } as const;
  const change = async () => {
    const { status } = await api.call(token, updateProfile, { body });
    return { status, retryAfter: 0 };
  };
  expect((await countUntilRefused(change, 400)).after).toBe(300);
  expect((await api.call(token, readProfile)).status).toBe(200);
  expect((await api.call(company.admin, updateProfile, { body })).status).toBe(200);
});

test('imports of users, dry or not, have a number of rows an hour for their company', async ({ company }) => {
  const rows = Array.from({ length: 1_000 }, (_, n) => ({ mgrid: `row-${n}`, pw: PASSWORD, name: 'Row' }));
  const plan = () => api.call(company.admin, importUsers, { body: { rows, dry_run: true } });
  for (let count = 0; count < 20; count += 1) expect((await plan()).status).toBe(200);
  expect((await plan()).error?.code).toBe('too_many_requests');
});

test('channels of a company are tested thirty times an hour', async ({ company }) => {
  const body = { kind: 'slack', name: 'Chat', url: 'https://hooks.example/' } as const;
  const { channel } = (await api.call(company.admin, createChannel, { body })).objects;
  const call = () => api.call(company.admin, testChannel, { params: { pk: String(channel.pk) } });
  for (let count = 0; count < 30; count += 1) expect((await call()).status).toBe(200);
  expect((await call()).error?.code).toBe('too_many_requests');
});
