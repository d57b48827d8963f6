import type { FastifyInstance } from 'fastify';
import { readProfile, signIn, signOut, updateProfile } from '@vigil/shared/contract/http/session';
import { Problem } from '@vigil/shared/contract/problems';
import type { Routes } from '../../routes.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../plugins/session.ts';
import { readProfileOf } from './profile.ts';
import { isPlainField, writeProfileField } from './queries.ts';
import { createSignIn } from './sign-in.ts';

export function registerSessionRoutes(app: FastifyInstance, routes: Routes, deps: Deps): void {
  const { passFirstStep, passThirdStep } = createSignIn(app, deps);
  const profileOf = (caller: Caller) =>
    deps.database.inCompany(caller.company, async (tx) => {
      const profile = await readProfileOf(tx, caller.user, caller.expiresAt);
      return profile ? [profile] : [];
    });

  routes.on(signIn, async ({ body, request }) => {
    const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    return { objects: body.type === '1STEP' ? await passFirstStep(body, from) : await passThirdStep() };
  });

  routes.on(signOut, async ({ caller }) => {
    await app.sessions.end(caller, 'logout');
    return { objects: [] };
  });

  routes.on(readProfile, async ({ caller }) => ({ objects: await profileOf(caller) }));

  routes.on(updateProfile, async ({ caller, body }) => {
    if (!isPlainField(body)) throw new Problem('not_allowed');
    await deps.database.inCompany(caller.company, (tx) => writeProfileField(tx, caller.user, body));
    return { objects: await profileOf(caller) };
  });
}
