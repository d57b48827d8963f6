import jwt, { type TokenOrHeader } from '@fastify/jwt';
import type { EndpointAccess } from '@vigil/shared/contract/access';
import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { Problem } from '@vigil/shared/contract/problems';
import { callDenial } from '@vigil/shared/domain/permissions';
import type { LicenceGates } from '@vigil/shared/platform/licence-gates';
import { SESSION_AUDIENCE, SessionClaims } from '@vigil/shared/platform/tokens';
import { wallScreenTokenOf } from '@vigil/shared/platform/wall-screen-cookie';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { problemOfDenial, viewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../deps.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import { apiTokenOf, assertTokenAdmits, createApiTokenAuthenticator } from './api-token-calls.ts';
import type { Caller } from './caller.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
  interface FastifyInstance {
    sessions: SessionStore;
    /** The verified claims of a request's token. @throws Problem `no_session`, `session_invalid` */
    claimsOf(request: FastifyRequest): Promise<SessionClaims>;
  }
}

/** The token of a request, from either header. */
export const sessionTokenInHeaders = (request: FastifyRequest): string | undefined => {
  const { token, authorization } = request.headers;
  if (typeof token === 'string' && token !== '') return token;
  return authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : undefined;
};

async function registerTokens(app: FastifyInstance, { keyRing }: Deps): Promise<void> {
  const [current] = keyRing.session;
  if (!current?.private) throw new Error('KEYS_FILE: the API needs the private session key');
  if (keyRing.secret.length === 0)
    throw new Error('KEYS_FILE: no keys for secrets; "npm run admin -- keys --complete --out <file>" adds them');
  const byKid = new Map(keyRing.session.map((key) => [key.kid, key.public]));
  await app.register(jwt, {
    secret: {
      private: current.private,
      public: async (_request: FastifyRequest, token: TokenOrHeader) => {
        const { kid } = 'header' in token ? (token.header as { kid?: string }) : token;
        const key = byKid.get(kid ?? '');
        if (!key) throw new Problem('session_invalid');
        return key;
      },
    },
    sign: { algorithm: 'EdDSA', kid: current.kid, aud: SESSION_AUDIENCE, expiresIn: '30d' },
    decode: { complete: true },
    verify: {
      algorithms: ['EdDSA'],
      allowedAud: SESSION_AUDIENCE,
      requiredClaims: ['aud', 'exp'],
      extractToken: (request: FastifyRequest) =>
        sessionTokenInHeaders(request) ?? wallScreenTokenOf(request.headers.cookie),
    },
  });
}

const verifiedClaims = (request: FastifyRequest): Promise<SessionClaims> =>
  request.jwtVerify<object>().then(
    (payload) => SessionClaims.parse(payload),
    (cause: unknown) => {
      throw new Problem('session_invalid', { cause });
    },
  );

async function claimsOf(request: FastifyRequest): Promise<SessionClaims> {
  if (sessionTokenInHeaders(request) === undefined) throw new Problem('no_session');
  const claims = await verifiedClaims(request);
  if (claims.kind === 'screen') throw new Problem('session_invalid');
  return claims;
}

/**
 * The claims of the cookie of a wall screen.
 * @throws Problem `no_session`, `session_invalid` for any other token in it
 */
export async function screenClaimsOf(request: FastifyRequest): Promise<SessionClaims> {
  if (sessionTokenInHeaders(request) !== undefined || wallScreenTokenOf(request.headers.cookie) === undefined)
    throw new Problem('no_session');
  const claims = await verifiedClaims(request);
  if (claims.kind !== 'screen') throw new Problem('session_invalid');
  return claims;
}

/** A browser that was once a screen still has its cookie, which is none of a person who signs in there. */
const isOfScreen = (request: FastifyRequest, access: EndpointAccess): boolean =>
  sessionTokenInHeaders(request) === undefined && (access.kind === 'login' || access.kind === 'needs');

/** The caller, or none for a half-token where the endpoint requires one. */
async function callerOf(
  request: FastifyRequest,
  access: EndpointAccess,
  sessions: SessionStore,
): Promise<Caller | undefined> {
  if (isOfScreen(request, access)) return sessions.use(await screenClaimsOf(request), request.ip);
  const claims = await claimsOf(request);
  if ((claims.kind === 'half') !== (access.kind === 'half-token')) throw new Problem('session_invalid');
  return claims.kind === 'half' ? undefined : sessions.use(claims, request.ip);
}

/** Whatever is no GET, and what a GET records, such as a remote session that it creates. */
const countsAsChange = ({ method, audits, ownLimit }: AnyEndpoint): boolean =>
  !ownLimit && (method !== 'GET' || !('none' in audits));

/** Kinds of access that a session decides; the others have a guard of their own, or none. */
const bySession = new Set<EndpointAccess['kind']>(['half-token', 'optional', 'login', 'needs']);

/** Checks each request against the access that its route declares; a route that declares none stops the start. */
export async function registerAccessCheck(
  app: FastifyInstance,
  deps: Deps,
  gates: Pick<LicenceGates, 'isBlocked'>,
): Promise<void> {
  await registerTokens(app, deps);
  app.decorate('sessions', createSessionStore(deps));
  app.decorate('claimsOf', claimsOf);
  app.decorateRequest('caller', undefined);

  const declared: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void declared.push(route));
  // Checked late: a hook that runs after this one sets the access of library routes.
  app.addHook('onReady', async () => {
    const open = declared.find((route) => route.method !== 'HEAD' && !route.config?.access);
    if (open) throw new Error(`${String(open.method)} ${open.url} does not declare who may call it`);
  });

  const limits = createRateLimits(deps);
  const tokenCalls = createApiTokenAuthenticator({ ...deps, limits });
  app.addHook('onRequest', async (request) => {
    const { access, tokens, guests = false, wallScreens = false, endpoint } = request.routeOptions.config;
    if (!access || !bySession.has(access.kind)) return;
    if (access.kind === 'optional' && sessionTokenInHeaders(request) === undefined) return;
    const apiToken = apiTokenOf(request);
    if (apiToken === undefined) request.caller = await callerOf(request, access, app.sessions);
    else {
      const { caller, scopes } = await tokenCalls.use(apiToken, request.ip);
      assertTokenAdmits(tokens, scopes, caller);
      request.caller = caller;
    }
    const temporary = endpoint?.temporary;
    const denial = request.caller && callDenial(viewerOf(request.caller), { access, guests, wallScreens, temporary });
    if (denial) throw problemOfDenial(denial, access);
    if (request.caller && !endpoint?.whileGated && gates.isBlocked(request.caller.company))
      throw new Problem('licence_gate');
    // Tokens have a limit for all of their calls.
    if (request.caller && apiToken === undefined && endpoint && countsAsChange(endpoint))
      await limits.take('change', { account: String(request.caller.user) });
  });
}
