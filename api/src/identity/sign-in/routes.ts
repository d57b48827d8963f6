import {
  postAccess,
  endOwnSession,
  endOtherSessions,
  listSessions,
  type SessionRow,
} from '@vigil/shared/contract/http/sessions';
import { createSignInLink, readUserOfSignInLink, signIn, signOut } from '@vigil/shared/contract/http/sign-in';
import { Problem } from '@vigil/shared/contract/problems';
import { addressKindOf } from '@vigil/shared/domain/network-policy';
import type { sessions } from '@vigil/shared/platform/db/schema/users';
import { endSessions } from '@vigil/shared/platform/users/end-sessions';
import { revokeApiTokens } from '@vigil/shared/platform/users/revoke-api-tokens';
import { whereOwnSession, whereOtherSession } from '@vigil/shared/platform/users/session-queries';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { createAccessHandlers } from './access-record.ts';
import { createSelfMadeLinks } from './self-made-links.ts';
import { createSignInSteps } from './sign-in.ts';

/** A session as its user sees it among the others. */
const wireSession = (row: typeof sessions.$inferSelect, current: string): SessionRow => ({
  id: row.id,
  current: row.id === current,
  ip: row.ip,
  network: addressKindOf(row.ip),
  user_agent: row.userAgent,
  browser: row.browser,
  dev_os_id: row.osId,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
});

export function registerSignInRoutes(app: FastifyInstance, routes: RouteRegistry, deps: Deps): void {
  const { now } = deps;
  const { attemptOf, passFirstStep, passLink, passThirdStep } = createSignInSteps(app, deps);
  const links = createSelfMadeLinks(deps);
  const { recordAccess, summarizeLogin } = createAccessHandlers(deps);

  routes.on(signIn, async ({ body, request }) => {
    if (body.type === 'LINK') return { objects: await passLink(body.key, attemptOf(request)) };
    const kind = body.auto_login === 1 ? ('lasting' as const) : ('password' as const);
    const from = { ...attemptOf(request), kind };
    return {
      objects: body.type === '1STEP' ? await passFirstStep(body, from) : await passThirdStep(body.code, request, from),
    };
  });

  routes.change(createSignInLink, {
    prepare: ({ caller }) => links.admit(caller),
    rule: (tx, { caller, body }) => links.create(tx, caller, body.redirect),
  });

  routes.on(readUserOfSignInLink, async ({ query, request }) => ({
    objects: await links.read(query.token, request.ip),
  }));

  routes.on(postAccess, async ({ body, request }) => {
    if ('browser' in body) {
      if (!request.caller) throw new Problem('no_session');
      return recordAccess(request.caller, body, request.ip);
    }
    return summarizeLogin(await passFirstStep({ mail: body.mail, pw: body.password }, attemptOf(request)));
  });

  routes.change(signOut, {
    rule: async (tx, { caller }) => {
      await endSessions(tx, whereOwnSession(caller.user, caller.id), {
        reason: 'logout',
        at: new Date(now()),
      });
      return [];
    },
  });

  routes.on(listSessions, async ({ caller }) => {
    return { objects: (await app.sessions.list(caller)).map((row) => wireSession(row, caller.id)) };
  });

  routes.change(endOwnSession, {
    rule: async (tx, { caller, params: { id } }) => {
      const own = whereOwnSession(caller.user, id);
      const ended = await endSessions(tx, own, { reason: 'ended_elsewhere', at: new Date(now()) });
      if (ended.length === 0) throw new Problem('not_found');
      return [id];
    },
  });

  routes.change(endOtherSessions, {
    rule: async (tx, { caller }) => {
      const others = whereOtherSession(caller.user, caller.id);
      const ended = await endSessions(tx, others, {
        reason: 'ended_elsewhere',
        at: new Date(now()),
      });
      await revokeApiTokens(tx, { pk: caller.user, mgrid: caller.mgrid }, caller);
      return ended.map(({ id }) => id);
    },
  });
}
