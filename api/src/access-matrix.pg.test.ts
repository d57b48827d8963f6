import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Failure, type AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { createCredentialSigner, thumbprintOf } from '@vigil/shared/platform/tokens';
import { DevicePk, Guid } from '@vigil/shared/contract/ids';
import { createMachineKey } from '../../tests/support/machine.ts';
import { claimsFor, forgeToken } from '../../tests/support/tokens.ts';
import { declaredEndpoints } from './testing/endpoints.ts';
import { addressOf, startTestApi, type TestApi } from './testing/test-api.ts';
import { addCompany, addMember } from './testing/world.ts';

/**
 * Who may call what, once more and by hand: an endpoint that is new, or that lets in somebody else than before, has
 * to be written down here by a person.
 */
const MATRIX: Readonly<Record<string, string>> = {
  'DELETE /agents/enrol-tokens/:pk': 'isAdmin',
  'DELETE /device-groups/:pk': 'isAdmin',
  'DELETE /devices/:pk': 'useFunction',
  'DELETE /favorate': 'login',
  'GET /agents/enrol-tokens': 'isAdmin',
  'GET /appconfig': 'login',
  'GET /audits': 'login',
  'GET /device-groups': 'login',
  'GET /device-groups/:pk': 'isAdmin',
  'GET /devices': 'login',
  'GET /devices/:pk': 'login',
  'GET /devices/summary': 'login',
  'GET /devices/system_usage': 'login',
  'GET /favorate': 'login',
  'GET /remoteControl/commands': 'login',
  'GET /settings': 'public',
  'GET /user/0': 'login',
  'POST /agents/enrol': 'public',
  'POST /agents/enrol-tokens': 'isAdmin',
  'POST /agents/renew': 'agent-proof',
  'POST /audits': 'login',
  'POST /device-groups': 'isAdmin',
  'POST /devices/move': 'isAdmin',
  'POST /favorate': 'login',
  'POST /login': 'public',
  'POST /logout': 'login',
  'POST /managers/settings': 'login',
  'POST /remoteControl/bulk': 'login',
  'PUT /device-groups/:pk': 'isAdmin',
  'PUT /devices/:pk': 'login',
  'PUT /devices/:pk/approval': 'isAdmin',
  'PUT /remoteControl/:guid': 'login',
  'PUT /user/0': 'login',
};

type CallerName = 'nobody' | 'garbage' | 'half' | 'agent' | 'member' | 'admin';
const sessions: readonly CallerName[] = ['member', 'admin'];

let api: TestApi;
let endpoints: ReadonlyMap<string, AnyEndpoint>;
let tokens: Record<CallerName, string | null>;

const halfOf = (token: string) => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
  return forgeToken(claimsFor('console', { ...claims, kind: 'half' }), api.deps.keyRing.session[0]);
};

beforeAll(async () => {
  api = await startTestApi();
  endpoints = await declaredEndpoints();
  const company = await addCompany(api);
  const member = await addMember(api, company);
  const key = createMachineKey().publicKey;
  const device = { guid: Guid.parse(randomUUID()), device: DevicePk.parse(1), company: company.pk };
  tokens = {
    nobody: null,
    garbage: 'eyJhbGciOiJub25lIn0.e30.',
    half: halfOf(company.admin),
    agent: createCredentialSigner(api.deps.keyRing.agent)({ ...device, key, thumbprint: thumbprintOf(key) }),
    member: member.token,
    admin: company.admin,
  };
});
afterAll(() => api[Symbol.asyncDispose]());

const wordOf = ({ access }: AnyEndpoint) =>
  access.kind === 'needs'
    ? access.needs
        .map((need) => JSON.stringify(need))
        .join(' and ')
        .replaceAll('"', '')
    : access.kind;

/** What the declared access means for a caller: the code of the refusal, or null when it is let in. */
function refusalFor({ access }: AnyEndpoint, caller: CallerName): string | null {
  if (access.kind === 'public' || access.kind === 'agent-proof') return null;
  if (caller === 'nobody') return 'no_session';
  if (access.kind === 'half-token') return caller === 'half' ? null : 'session_invalid';
  if (!sessions.includes(caller)) return 'session_invalid';
  return access.kind === 'needs' && caller === 'member' ? 'not_allowed' : null;
}

async function codeOf(endpoint: AnyEndpoint, token: string | null): Promise<string> {
  const url = addressOf(endpoint, { params: { pk: '999999', guid: randomUUID() } });
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

test('each endpoint lets in exactly whom it declares', async () => {
  // Signing out ends the very sessions that the walk is made with.
  const walk = [...endpoints.values()].toSorted((a, b) => Number(a.path === '/logout') - Number(b.path === '/logout'));
  for (const endpoint of walk) {
    for (const caller of Object.keys(tokens) as CallerName[]) {
      const expected = refusalFor(endpoint, caller);
      const code = await codeOf(endpoint, tokens[caller]);
      const where = `${endpoint.method} ${endpoint.path} as ${caller}`;
      if (expected !== null) expect([where, code]).toEqual([where, expected]);
      else
        expect([where, code]).not.toEqual([where, expect.stringMatching(/^(no_session|session_invalid|internal)$/u)]);
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
])('a session token with %s opens nothing', async (_, forge) => {
  const company = await addCompany(api);
  const claims = JSON.parse(Buffer.from(company.admin.split('.')[1] ?? '', 'base64url').toString()) as object;
  const endpoint = endpoints.get('GET /user/0');
  expect(endpoint && (await codeOf(endpoint, company.admin))).toBe('ok');
  expect(endpoint && (await codeOf(endpoint, forge(claims)))).toBe('session_invalid');
});
