import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { z } from 'zod';
import { Failure, type AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { readProfile, signIn, signOut } from '@vigil/shared/contract/http/session';
import { flagsOf, callDenial, type RightsRecord, type Viewer } from '@vigil/shared/domain/permissions';
import { users } from '@vigil/shared/platform/db/schema/users';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { createKeyRing } from '@vigil/shared/platform/key-ring';
import { createCredentialSigner, thumbprintOf } from '@vigil/shared/platform/tokens';
import { DevicePk, Guid } from '@vigil/shared/contract/ids';
import { createAgentKey } from '../../tests/support/agent-key.ts';
import { alterToken, forgeToken } from '../../tests/support/tokens.ts';
import { openSession } from './identity/open-session.ts';
import { apiTest } from './testing/fixture.ts';
import { declaredEndpoints } from './testing/endpoints.ts';
import { addressOf, type TestApi } from './testing/test-api.ts';
import { addCompany, addMember, PASSWORD, type TestCompany } from './testing/world.ts';

/**
 * The access of each endpoint, repeated by hand: a new endpoint or a change of access must be confirmed here.
 */
const MATRIX: Readonly<Record<string, string>> = {
  'DELETE /agents/enrol-tokens/:pk': 'isAdmin',
  'DELETE /device-groups/:pk': 'isAdmin',
  'DELETE /devices/:pk': 'useFunction',
  'DELETE /favorate': 'login',
  'DELETE /file_upload/logo': 'isAdmin',
  'DELETE /sessions': 'login',
  'DELETE /sessions/:id': 'login',
  'GET /agents/enrol-tokens': 'isAdmin',
  'GET /appconfig': 'login',
  'GET /approvals': 'login',
  'GET /approver': 'login',
  'GET /audits': 'login',
  'GET /auth_token': 'public',
  'GET /check': 'public',
  'GET /device-groups': 'login',
  'GET /device-groups/:pk': 'isAdmin',
  'GET /devices': 'login',
  'GET /devices/:pk': 'login',
  'GET /devices/snapshot': 'login',
  'GET /devices/summary': 'login',
  'GET /devices/system_usage': 'login',
  'GET /downloads': 'login',
  'GET /favorate': 'login',
  'GET /notices': 'public',
  'GET /notices/:pk': 'public',
  'GET /password_policy': 'login',
  'GET /remoteControl/commands': 'login',
  'GET /resetPW': 'public',
  'GET /search': 'login',
  'GET /sessions': 'login',
  'GET /settings': 'public',
  'GET /user/0': 'login',
  'GET /user/preferences/:key': 'login',
  'POST /access': 'optional',
  'POST /agents/enrol': 'public',
  'POST /agents/enrol-tokens': 'isAdmin',
  'POST /agents/renew': 'agent-proof',
  'POST /approvals': 'login',
  'POST /audits': 'login',
  'POST /device-groups': 'isAdmin',
  'POST /devices/move': 'isAdmin',
  'POST /email_auth': 'public',
  'POST /favorate': 'login',
  'POST /file_upload': 'login',
  'POST /findID': 'public',
  'POST /join': 'public',
  'POST /login': 'public',
  'POST /logout': 'login',
  'POST /managers/settings': 'login',
  'POST /partners': 'public',
  'POST /partners/invitation': 'public',
  'POST /remoteControl/bulk': 'login',
  'POST /resetPW': 'public',
  'PUT /device-groups/:pk': 'isAdmin',
  'PUT /devices/:pk': 'login',
  'PUT /devices/:pk/approval': 'isAdmin',
  'PUT /remoteControl/:guid': 'login',
  'PUT /user/0': 'login',
  'PUT /user/preferences/:key': 'login',
};

/** Users with a valid session, by what sets their rights apart. */
const people = {
  member: {},
  sub: { memberTypeId: 6, useApprovalFunction: 1 },
  approver: { useApprovalFunction: 1 },
  user: { authVal: 7 },
} as const satisfies Record<string, Partial<typeof users.$inferInsert>>;

/** Callers without a valid session, and the code that an endpoint which needs one refuses them with. */
const outsiders = {
  anonymous: 'no_session',
  partner: 'no_session',
  garbage: 'session_invalid',
  half: 'session_invalid',
  expired: 'session_invalid',
  revoked: 'session_invalid',
  agent: 'session_invalid',
} as const;

type Person = keyof typeof people | 'admin' | 'otherAdmin' | 'guest';
type Outsider = keyof typeof outsiders;
type CallerName = Person | Outsider;

const test = apiTest();
let api: TestApi;
let endpoints: ReadonlyMap<string, AnyEndpoint>;
let tokens: Record<CallerName, string | null>;
let flags: Record<Person, Viewer['flags']>;

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const resigned = (token: string, change: object) =>
  forgeToken({ ...claimsOf(token), ...change }, api.deps.keyRing.session[0]);
const enter = (id: string) => api.call(null, signIn, { body: { type: '1STEP', mail: id, pw: PASSWORD } });

/** A partner knows the password and is given nothing for it. */
async function partnerToken(company: TestCompany): Promise<string> {
  const partner = await addMember(api, company);
  await api.deps.database.asSystem((tx) => tx.update(users).set({ memberTypeId: 7 }).where(eq(users.pk, partner.pk)));
  return (await enter(partner.id)).objects.token;
}

/** The token of a sign-in that waits for its one-time code. */
async function halfToken(company: TestCompany): Promise<string> {
  const member = await addMember(api, company);
  await api.deps.database.asSystem((tx) => tx.update(users).set({ flagUseOtp: 1 }).where(eq(users.pk, member.pk)));
  const { objects } = await enter(member.id);
  expect(claimsOf(objects.token)).toMatchObject({ kind: 'half' });
  return objects.token;
}

function agentToken(company: TestCompany): string {
  const key = createAgentKey().publicKey;
  const device = { guid: Guid.parse(randomUUID()), device: DevicePk.parse(1), company: company.pk };
  return createCredentialSigner(api.deps.keyRing.agent)({ ...device, key, thumbprint: thumbprintOf(key) });
}

/** A session by invitation, with the rights of an administrator. */
async function guestToken({ adminId }: TestCompany): Promise<string> {
  const [user] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.mgrid, adminId)));
  if (!user) throw new Error('no administrator');
  const invitedUntil = new Date(api.deps.now() + 3_600_000);
  return (await openSession(api.app, user, { ip: '127.0.0.1', userAgent: '', invitedUntil })).token;
}

async function revokedToken(company: TestCompany): Promise<string> {
  const { token } = await addMember(api, company);
  await api.call(token, signOut);
  return token;
}

test.beforeAll(async ({ api: started }) => {
  api = started;
  endpoints = await declaredEndpoints();
  const [company, other] = [await addCompany(api), await addCompany(api)];
  const { member, sub, approver, user } = people;
  const added = {
    member: await addMember(api, company, member),
    sub: await addMember(api, company, sub),
    approver: await addMember(api, company, approver),
    user: await addMember(api, company, user),
  };
  tokens = {
    anonymous: null,
    garbage: 'eyJhbGciOiJub25lIn0.e30.',
    half: await halfToken(company),
    expired: resigned(added.member.token, { exp: 1 }),
    revoked: await revokedToken(company),
    partner: await partnerToken(company),
    agent: agentToken(company),
    member: added.member.token,
    sub: added.sub.token,
    approver: added.approver.token,
    user: added.user.token,
    admin: company.admin,
    otherAdmin: other.admin,
    guest: await guestToken(await addCompany(api)),
  };
  const flagsFrom = async (token: string | null) =>
    flagsOf((await api.call(token, readProfile)).objects[0] as RightsRecord);
  const named = Object.entries(tokens).filter(([name]) => !(name in outsiders));
  const read = await Promise.all(named.map(async ([name, token]) => [name, await flagsFrom(token)] as const));
  flags = Object.fromEntries(read) as typeof flags;
});

const wordOf = ({ access }: AnyEndpoint) =>
  access.kind === 'needs'
    ? access.needs
        .map((need) => JSON.stringify(need))
        .join(' and ')
        .replaceAll('"', '')
    : access.kind;

const isOutsider = (caller: CallerName): caller is Outsider => caller in outsiders;

/** What the declared access means for a caller: the code of the refusal, or null when it is let in. */
function refusalFor({ access, guests }: AnyEndpoint, caller: CallerName): string | null {
  if (access.kind === 'public' || access.kind === 'agent-proof') return null;
  if (isOutsider(caller)) {
    const code = outsiders[caller];
    return access.kind === 'optional' && code === 'no_session' ? null : code;
  }
  if (caller === 'guest' && !guests && ['login', 'optional', 'needs'].includes(access.kind)) return 'not_allowed';
  if (access.kind !== 'needs') return null;
  return callDenial({ flags: flags[caller], isCorporate: true }, access) ? 'not_allowed' : null;
}

async function codeOf(endpoint: AnyEndpoint, token: string | null): Promise<string> {
  const url = addressOf(endpoint, { params: { pk: '999999', guid: randomUUID(), key: 'unknown' } });
  const headers = token === null ? {} : { token };
  const reply = await api.app.inject({ method: endpoint.method, url, headers });
  return reply.statusCode === 200 ? 'ok' : Failure.parse(reply.json()).error.code;
}

test('every declared endpoint stands in the matrix with who may call it', () => {
  expect(Object.fromEntries([...endpoints].map(([name, one]) => [name, wordOf(one)]))).toEqual(MATRIX);
});

test('every declared endpoint is served, and nothing is served that is not declared', async () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse((await api.app.inject(`${API_BASE}/openapi.json`)).json());
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.slice(API_BASE.length).replaceAll(/\{(\w+)\}/gu, ':$1')}`,
    ),
  );
  expect(served.toSorted()).toEqual([...endpoints.keys()].toSorted());
});

test('each endpoint admits exactly the callers that it declares', async () => {
  // Signing out ends the very sessions that the walk is made with.
  const walk = [...endpoints.values()].toSorted((a, b) => Number(a.path === '/logout') - Number(b.path === '/logout'));
  for (const endpoint of walk) {
    for (const caller of Object.keys(tokens) as CallerName[]) {
      const expected = refusalFor(endpoint, caller);
      const code = await codeOf(endpoint, tokens[caller]);
      const where = `${endpoint.method} ${endpoint.path} as ${caller}`;
      if (expected !== null) expect([where, code]).toEqual([where, expected]);
      // A sign-in without its token says so itself, and an access record too.
      else if (!isOutsider(caller))
        expect([where, code]).not.toEqual([where, expect.stringMatching(/^(no_session|session_invalid)$/u)]);
      expect([where, code]).not.toEqual([where, 'internal']);
      if (caller === 'admin') expect([where, code]).not.toEqual([where, 'not_allowed']);
    }
  }
});

test.each([
  ['the wrong audience', (claims: object) => forgeToken({ ...claims, aud: 'agent' }, api.deps.keyRing.session[0])],
  ['the agents’ key', (claims: object) => forgeToken(claims, api.deps.keyRing.agent[0])],
  [
    'no algorithm',
    (claims: object) => forgeToken(claims, undefined, { alg: 'none', kid: api.deps.keyRing.session[0]?.kid }),
  ],
  ['an end that has passed', (claims: object) => forgeToken({ ...claims, exp: 1 }, api.deps.keyRing.session[0])],
  ['no audience', (claims: object) => forgeToken({ ...claims, aud: undefined }, api.deps.keyRing.session[0])],
  ['no end', (claims: object) => forgeToken({ ...claims, exp: undefined }, api.deps.keyRing.session[0])],
  ['a foreign key', (claims: object) => forgeToken(claims, createKeyRing().session[0])],
  [
    'a foreign key under our key’s id',
    (claims: object) => forgeToken(claims, createKeyRing().session[0], { kid: api.deps.keyRing.session[0]?.kid }),
  ],
  [
    'an unknown session id',
    (claims: object) => forgeToken({ ...claims, jti: randomUUID() }, api.deps.keyRing.session[0]),
  ],
])('a session token with %s is refused', async (_, forge) => {
  const company = await addCompany(api);
  const claims = JSON.parse(Buffer.from(company.admin.split('.')[1] ?? '', 'base64url').toString()) as object;
  const endpoint = endpoints.get('GET /user/0');
  expect(endpoint && (await codeOf(endpoint, company.admin))).toBe('ok');
  expect(endpoint && (await codeOf(endpoint, forge(claims)))).toBe('session_invalid');
});

test('a session token is refused after signing out, and when altered', async () => {
  const company = await addCompany(api);
  const { token } = await addMember(api, company);
  const endpoint = endpoints.get('GET /user/0');
  if (!endpoint) throw new Error('no such endpoint');
  expect(await codeOf(endpoint, alterToken(token, { user: 1 }))).toBe('session_invalid');
  expect(await codeOf(endpoint, token)).toBe('ok');
  await api.call(token, signOut);
  expect(await codeOf(endpoint, token)).toBe('session_invalid');
});
