import { randomUUID } from 'node:crypto';
import { tokenScopes, type TokenScope } from '@vigil/shared/contract/access';
import { Failure, type AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { createApiToken } from '@vigil/shared/contract/http/api-tokens';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { signIn, signOut } from '@vigil/shared/contract/http/sign-in';
import { createTicket, manageTicket, revealTemporaryPassword } from '@vigil/shared/contract/http/tickets';
import { DevicePk, DeviceGuid, TicketPk, type GroupPk } from '@vigil/shared/contract/ids';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { denialReason, flagsOf, type RightsColumns, type Viewer } from '@vigil/shared/domain/permissions';
import { users } from '@vigil/shared/platform/db/schema/users';
import { createKeyRing } from '@vigil/shared/platform/key-ring';
import { createAgentCredentialSigner, thumbprintOf } from '@vigil/shared/platform/tokens';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import * as z from 'zod';
import { createAgentKey } from '../../tests/support/agent-key.ts';
import { sampleOf } from '../../tests/support/scope.ts';
import { alterToken, forgeToken } from '../../tests/support/tokens.ts';
import { MATRIX, TOKENS } from './testing/declared-access.ts';
import { GUESTS, TEMPORARY, WALL_SCREENS } from './testing/declared-openings.ts';
import { declaredEndpoints, nameOf } from './testing/endpoints.ts';
import { apiTest } from './testing/fixture.ts';
import { addressOf, credentialOf, type TestApi } from './testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addMember,
  addWallScreen,
  guestTokenOf,
  PASSWORD,
  tokenOf,
  type TestCompany,
} from './testing/world.ts';

/** Users with a valid session, by what sets their rights apart. */
const people = {
  member: {},
  sub: { memberTypeId: 6, useApprovalFunction: 1 },
  subWithoutMembers: { memberTypeId: 6, useApprovalFunction: 1 },
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

/** API tokens of the administrator and of a member, by what they are limited to. */
const apiTokens = {
  adminToken: { scopes: tokenScopes, inGroup: false },
  readToken: { scopes: ['read'], inGroup: false },
  commandToken: { scopes: ['commands'], inGroup: false },
  groupToken: { scopes: tokenScopes, inGroup: true },
  memberToken: { scopes: tokenScopes, inGroup: false },
} as const satisfies Record<string, { scopes: readonly TokenScope[]; inGroup: boolean }>;
type TokenName = keyof typeof apiTokens;

type Person = keyof typeof people | TokenName | 'admin' | 'otherAdmin' | 'guest' | 'ticketWorker' | 'screen';
type Outsider = keyof typeof outsiders;
type CallerName = Person | Outsider;

const test = apiTest({ TICKETS: '1' });
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
  const device = { guid: DeviceGuid.parse(randomUUID()), device: DevicePk.parse(1), company: company.pk };
  return createAgentCredentialSigner(api.deps.keyRing.agent)({ ...device, key, thumbprint: thumbprintOf(key) });
}

/** The temporary account of an access ticket, with the rights that such an account has. */
async function workerToken(company: TestCompany): Promise<string> {
  const [requester] = await api.deps.database.asSystem((tx) =>
    tx.select().from(users).where(eq(users.mgrid, company.adminId)),
  );
  if (!requester) throw new Error('no administrator');
  const [device] = await addDevices(api, { company }, 1);
  const at = (minutes: number) => new Date(api.deps.now() + minutes * 60_000).toISOString();
  const { objects } = await api.call(company.admin, createTicket, {
    body: {
      reqr_work_startdate: at(0),
      reqr_work_enddate: at(600),
      reqr_work_reason: 'maintenance',
      device_pks: device ? [device.pk] : [],
    },
  });
  const ticket = objects[0]?.id ?? 0;
  const body = { ticket_pk: TicketPk.parse(ticket), action_type: 'approve' as const };
  const approved = await api.call(company.admin, manageTicket, { body });
  const key = new URL(approved.objects[0]?.reveal_url ?? '').searchParams.get('key') ?? '';
  const { mgrid, pw } = (await api.call(null, revealTemporaryPassword, { body: { key } })).objects;
  return tokenOf(api, mgrid, pw);
}

async function secretOf(session: string, name: TokenName, group: GroupPk): Promise<string> {
  const { scopes, inGroup } = apiTokens[name];
  const body = {
    name,
    scopes: [...scopes],
    expires_in_d: 1,
    origin_pw: PASSWORD,
    ...(inGroup && { group_pks: [group] }),
  };
  return (await api.call(session, createApiToken, { body })).objects.api_token;
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
  const { member, sub, subWithoutMembers, approver, user } = people;
  const added = {
    member: await addMember(api, company, member),
    sub: await addMember(api, company, sub),
    subWithoutMembers: await addMember(api, company, subWithoutMembers),
    approver: await addMember(api, company, approver),
    user: await addMember(api, company, user),
  };
  await addMember(api, company, { approverFk: added.sub.pk });
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
    subWithoutMembers: added.subWithoutMembers.token,
    approver: added.approver.token,
    user: added.user.token,
    admin: company.admin,
    otherAdmin: other.admin,
    guest: await guestTokenOf(api, await addCompany(api)),
    ticketWorker: await workerToken(await addCompany(api)),
    screen: (await addWallScreen(api, await addCompany(api))).headers.cookie,
    adminToken: await secretOf(company.admin, 'adminToken', company.home),
    readToken: await secretOf(company.admin, 'readToken', company.home),
    commandToken: await secretOf(company.admin, 'commandToken', company.home),
    groupToken: await secretOf(company.admin, 'groupToken', company.home),
    memberToken: await secretOf(added.member.token, 'memberToken', company.home),
  };
  const flagsFrom = async (token: string | null) =>
    flagsOf((await api.call(token, readProfile)).objects[0] as RightsColumns);
  const named = Object.entries(tokens).filter(([name]) => !(name in outsiders));
  // A token has the rights of its owner, of which some may not ask.
  const sessionOf = (name: string) => (name === 'commandToken' || name === 'groupToken' ? company.admin : null);
  const read = await Promise.all(
    named.map(async ([name, token]) => [name, await flagsFrom(sessionOf(name) ?? token)] as const),
  );
  flags = Object.fromEntries(read) as typeof flags;
});

const wordOf = ({ access }: AnyEndpoint) =>
  access.kind === 'needs'
    ? access.needs
        .map((need) => JSON.stringify(need))
        .join(' and ')
        .replaceAll('"', '')
    : access.kind;

const isToken = (caller: CallerName): caller is TokenName => caller in apiTokens;

/** The API tokens that an endpoint admits, as the matrix says it. */
const tokenWordOf = ({ tokens: use }: AnyEndpoint): string => {
  if (use === undefined) return 'undeclared';
  return use === 'refused' ? 'none' : `${use.scope}${use.inGroups ? ' in groups' : ''}`;
};

function tokenRefusal({ tokens: use }: AnyEndpoint, caller: TokenName): string | null {
  const { scopes, inGroup } = apiTokens[caller];
  if (use === undefined || use === 'refused') return 'token_not_allowed';
  if (!(scopes as readonly TokenScope[]).includes(use.scope)) return 'token_scope';
  return inGroup && !use.inGroups ? 'token_not_allowed' : null;
}

const isOutsider = (caller: CallerName): caller is Outsider => caller in outsiders;

/** What the declared access means for a caller: the code of the refusal, or null when it is let in. */
function refusalFor(endpoint: AnyEndpoint, caller: CallerName): string | null {
  const { access, guests, temporary, wallScreens } = endpoint;
  if (access.kind === 'public' || access.kind === 'agent-proof') return null;
  if (isOutsider(caller)) {
    const code = outsiders[caller];
    return access.kind === 'optional' && code === 'no_session' ? null : code;
  }
  // Its cookie is none of a person: where a session is optional there is none.
  if (caller === 'screen' && access.kind === 'optional') return null;
  if (caller === 'screen' && access.kind === 'half-token') return 'no_session';
  if (caller === 'screen' && !wallScreens) return 'not_allowed';
  const refused = isToken(caller) ? tokenRefusal(endpoint, caller) : null;
  if (refused !== null) return refused;
  if (caller === 'ticketWorker' && !temporary) return 'not_allowed';
  if (
    (caller === 'guest' || caller === 'ticketWorker') &&
    !guests &&
    ['login', 'optional', 'needs'].includes(access.kind)
  )
    return 'not_allowed';
  if (access.kind !== 'needs') return null;
  return denialReason({ flags: flags[caller], isCorporate: true }, access.needs) ? 'not_allowed' : null;
}

async function codeOf(endpoint: AnyEndpoint, token: string | null): Promise<string> {
  const url = addressOf(endpoint, { params: { pk: '999999', guid: randomUUID(), key: 'unknown' } });
  const headers = credentialOf(token);
  const reply = await api.app.inject({ method: endpoint.method, url, headers });
  return reply.statusCode === 200 ? 'ok' : Failure.parse(reply.json()).error.code;
}

test('every declared endpoint stands in the matrix with who may call it', () => {
  expect(Object.fromEntries([...endpoints].map(([name, one]) => [name, wordOf(one)]))).toEqual(MATRIX);
});

test('every endpoint of users declares which API tokens it admits, and only those do', () => {
  const ofUsers = [...endpoints].filter(([, { access }]) => !['public', 'agent-proof'].includes(access.kind));
  expect(Object.fromEntries(ofUsers.map(([name, one]) => [name, tokenWordOf(one)]))).toEqual(TOKENS);
  const others = [...endpoints.values()].filter(({ access }) => ['public', 'agent-proof'].includes(access.kind));
  expect(others.filter(({ tokens: use }) => use !== undefined)).toEqual([]);
});

test('the temporary account of a ticket may call what stands in its list, and nothing else', () => {
  const open = [...endpoints].filter(([, { temporary }]) => temporary).map(([name]) => name);
  expect(open.toSorted()).toEqual(TEMPORARY.toSorted());
});

test('a wall screen may call what stands in its list, and nothing else of what needs a session', () => {
  const open = [...endpoints].filter(([, { wallScreens }]) => wallScreens).map(([name]) => name);
  expect(open.toSorted()).toEqual(WALL_SCREENS.toSorted());
  // The cookie is sent by the browser on its own: it must open no change but that of the screen it belongs to.
  expect(WALL_SCREENS.filter((name) => !name.startsWith('GET '))).toEqual(['POST /screens/report']);
});

test('a session by invitation may call what stands in its list, and nothing else of what needs a session', () => {
  const open = [...endpoints].filter(([, { guests }]) => guests).map(([name]) => name);
  expect(open.toSorted()).toEqual(GUESTS.toSorted());
});

test('what API tokens may read only reads, and no scope but read opens a GET', () => {
  for (const endpoint of endpoints.values()) {
    const word = tokenWordOf(endpoint);
    if (endpoint.method === 'GET') expect(['read', 'read in groups', 'none', 'undeclared']).toContain(word);
    if (endpoint.method === 'PUT' || endpoint.method === 'DELETE') expect(word).not.toMatch(/^read/u);
  }
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

// One request for each endpoint and caller, one after the other. Who has no session, and what an API token is limited
// to, is decided before any endpoint is reached: of these, each endpoint has some.
test('each endpoint admits exactly the callers that it declares', async () => {
  // Signing out ends the very sessions that the walk is made with, and signing out elsewhere revokes the tokens.
  const last = ['DELETE /sessions', 'POST /logout'];
  const rankOf = ({ endpoint, caller }: { endpoint: AnyEndpoint; caller: CallerName }) => {
    const rank = last.indexOf(nameOf(endpoint)) + 1;
    return rank > 0 && !isToken(caller) ? rank + 1 : Math.min(rank, 1);
  };
  const sampled = [Object.keys(outsiders) as Outsider[], Object.keys(apiTokens) as TokenName[]];
  const always = (Object.keys(tokens) as CallerName[]).filter((name) => !sampled.flat().some((one) => one === name));
  const walk = [...endpoints.values()].flatMap((endpoint, turn) =>
    [...always, ...sampled.flatMap((names) => sampleOf<CallerName>(names, { turn, usual: 2 }))].map((caller) => ({
      endpoint,
      caller,
    })),
  );
  for (const { endpoint, caller } of walk.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const expected = refusalFor(endpoint, caller);
    const code = await codeOf(endpoint, tokens[caller]);
    const where = `${endpoint.method} ${endpoint.path} as ${caller}`;
    if (expected !== null) expect([where, code]).toEqual([where, expected]);
    // A sign-in without its token says so itself, and an access record too.
    else if (!isOutsider(caller) && caller !== 'screen')
      expect([where, code]).not.toEqual([where, expect.stringMatching(/^(no_session|session_invalid)$/u)]);
    expect([where, code]).not.toEqual([where, 'internal']);
    if (caller === 'admin') expect([where, code]).not.toEqual([where, 'not_allowed']);
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
