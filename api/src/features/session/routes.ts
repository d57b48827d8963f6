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
import type { Opening } from '../../session/session-store.ts';
import { createAccess } from './access.ts';
import { createLinks } from './links.ts';
import { wireSession } from './queries.ts';
import { createProfileChanges } from './profile-changes.ts';
import { readProfileOf } from './profile.ts';
import { createSignIn } from './sign-in.ts';

const fromOf = (request: FastifyRequest) => ({ ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });

export function registerSessionRoutes(app: FastifyInstance, routes: Routes, deps: Deps): void {
  const { passFirstStep, passLink, passThirdStep } = createSignIn(app, deps);
  const links = createLinks(deps);
  const changeProfile = createProfileChanges(app, deps);
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

  routes.on(signOut, async ({ caller }) => {
    await app.sessions.end(caller, 'logout');
    return { objects: [] };
  });

  routes.on(listSessions, async ({ caller }) => {
    return { objects: (await app.sessions.list(caller)).map((row) => wireSession(row, caller.id)) };
  });

  routes.on(endOneSession, async ({ caller, params }) => {
    if (!(await app.sessions.endOwn(caller, params.id))) throw new Problem('not_found');
    return { objects: [params.id] };
  });

  routes.on(endOtherSessions, async ({ caller }) => {
    const ended = await app.sessions.endAll({ ...caller, except: caller.id }, 'ended_elsewhere');
    return { objects: ended };
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
