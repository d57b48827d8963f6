import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readPasswordPolicy } from '@vigil/shared/contract/http/users';
import {
  createSignInLink,
  readProfile,
  readSignInLink,
  signIn,
  signOut,
  updateProfile,
} from '@vigil/shared/contract/http/session';
import { access, endOneSession, endOtherSessions, listSessions } from '@vigil/shared/contract/http/sessions';
import { Problem } from '@vigil/shared/contract/problems';
import { wirePasswordLevel } from '@vigil/shared/platform/policies';
import type { Routes } from '../../http/routes.ts';
import type { Deps } from '../../deps.ts';
import { readAccount } from '../../identity/accounts.ts';
import type { Caller } from '../../session/caller.ts';
import { endSessions } from '@vigil/shared/platform/users/end-sessions';
import { oneOfUser, othersOfUser } from '@vigil/shared/platform/users/session-queries';
import type { Opening } from '../../session/session-store.ts';
import { createAccess } from './access.ts';
import { createLinks } from './links.ts';
import { wireSession } from './queries.ts';
import { createProfileChanges } from './profile-changes.ts';
import { readProfileOf } from './profile.ts';
import { createSignIn } from './sign-in.ts';

const fromOf = (request: FastifyRequest) => ({ ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });

export function registerSessionRoutes(app: FastifyInstance, routes: Routes, deps: Deps): void {
  const { now } = deps;
  const { passFirstStep, passLink, passThirdStep } = createSignIn(app, deps);
  const links = createLinks(deps);
  const changeProfile = createProfileChanges(deps);
  const { recordAccess, summarizeLogin } = createAccess(deps);
  const profileOf = (caller: Caller) =>
    deps.database.read(caller.company, async (tx) => {
      const profile = await readProfileOf(tx, caller);
      return profile ? [profile] : [];
    });

  routes.on(signIn, async ({ body, request }) => {
    if (body.type === 'LINK') return { objects: await passLink(body.key, fromOf(request)) };
    const from: Opening = { ...fromOf(request), kind: body.auto_login === 1 ? 'lasting' : 'password' };
    return {
      objects: body.type === '1STEP' ? await passFirstStep(body, from) : await passThirdStep(body.code, request, from),
    };
  });

  routes.on(createSignInLink, async ({ caller, body }) => ({ objects: await links.create(caller, body.redirect) }));

  routes.on(readSignInLink, async ({ query, request }) => ({ objects: await links.read(query.token, request.ip) }));

  routes.on(access, async ({ body, request }) => {
    if ('browser' in body) {
      if (!request.caller) throw new Problem('no_session');
      return recordAccess(request.caller, body, request.ip);
    }
    return summarizeLogin(await passFirstStep({ mail: body.mail, pw: body.password }, fromOf(request)));
  });

  routes.change(signOut, {
    rule: async (tx, { caller }) => {
      await endSessions(tx, oneOfUser(caller.user, caller.id), { reason: 'logout', at: new Date(now()) });
      return [];
    },
  });

  routes.on(listSessions, async ({ caller }) => {
    return { objects: (await app.sessions.list(caller)).map((row) => wireSession(row, caller.id)) };
  });

  routes.change(endOneSession, {
    rule: async (tx, { caller, params: { id } }) => {
      const own = oneOfUser(caller.user, id);
      const ended = await endSessions(tx, own, { reason: 'ended_elsewhere', at: new Date(now()) });
      if (ended.length === 0) throw new Problem('not_found');
      return [id];
    },
  });

  routes.change(endOtherSessions, {
    rule: async (tx, { caller }) => {
      const others = othersOfUser(caller.user, caller.id);
      const ended = await endSessions(tx, others, { reason: 'ended_elsewhere', at: new Date(now()) });
      return ended.map(({ id }) => id);
    },
  });

  routes.on(readProfile, async ({ caller }) => ({ objects: await profileOf(caller) }));

  routes.on(updateProfile, async ({ caller, body, request }) => {
    const issued = await changeProfile(caller, body, request.ip);
    const profiles = await profileOf(caller);
    return { objects: profiles.map((profile) => ({ ...profile, ...issued })) };
  });

  routes.on(readPasswordPolicy, async ({ caller }) => {
    const account = await deps.database.read(caller.company, (tx) => readAccount(tx, caller.user));
    return { objects: account ? [wirePasswordLevel(account.user.memberTypeId, account.policies)] : [] };
  });
}
