import type { FastifyInstance } from 'fastify';
import {
  createScreen,
  deleteScreen,
  listScreens,
  pairScreen,
  reportScreen,
  updateScreen,
} from '@vigil/shared/contract/http/screens';
import { Problem } from '@vigil/shared/contract/problems';
import { SCREEN_MS } from '@vigil/shared/domain/session-life';
import type { Session } from '@vigil/shared/platform/sessions';
import { screenCookie } from '@vigil/shared/platform/screen-cookie';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import type { Deps } from '../../deps.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { Call, Routes } from '../../http/routes.ts';
import { screenClaimsOf } from '../../identity/sessions/access-check.ts';
import { assertFromNetwork } from '../../identity/sessions/network-check.ts';
import { CODE_MS, createScreenCodes } from './codes.ts';
import { findScreenOf, selectScreens, writeSeen } from './queries.ts';
import { createOrReissueScreen, pair, prepareScreen, revokeScreen, updateScreenRow } from './service.ts';

/** The token of a cookie is a month old at most when a screen is turned on again, and a day while it is on (decision 71). */
const RENEW_AFTER_S = 24 * 3_600;

export function registerScreenRoutes(app: FastifyInstance, routes: Routes, deps: Deps): void {
  const { database, accessPolicies, config, now } = deps;
  const limits = createRateLimits(deps);
  const codes = createScreenCodes(deps);
  const at = () => new Date(now());
  const isSecure = config.PUBLIC_URL.startsWith('https:');

  const cookieOf = ({ id, user, company }: Session) => {
    const claims: SessionClaims = { jti: id, user, company, kind: 'screen', iat: Math.floor(now() / 1_000) };
    return { 'set-cookie': screenCookie(app.jwt.sign(claims), { maxAgeS: SCREEN_MS / 1_000, isSecure }) };
  };

  /** The screen of a code, which is used up, unless the address may not use the company's console anyway. */
  const redeem = async ({ body, request }: Call<typeof pairScreen>) => {
    const found = await codes.find(body.code);
    if (found) assertFromNetwork(await accessPolicies.denialOf(found.company, request.ip));
    const target = found && (await codes.take(body.code));
    if (!target) throw new Problem('screen_code_invalid', { field: 'body.code' });
    return target;
  };

  routes.on(listScreens, async ({ caller }) => {
    const objects = await database.read(caller.company, (tx) => selectScreens(tx, at()));
    return { objects, meta: { total_count: objects.length } };
  });

  routes.change(createScreen, {
    prepare: () => prepareScreen(deps),
    rule: (tx, call, passwordHash) => createOrReissueScreen(tx, call, { passwordHash, at: at() }),
    reply: async ({ pk, name, companyFk: company }) => {
      const code = await codes.issue({ company, screen: pk });
      return { objects: { pk, name, code, expires_at: new Date(now() + CODE_MS).toISOString() } };
    },
  });

  routes.change(updateScreen, { rule: (tx, call) => updateScreenRow(tx, call, at()) });

  routes.change(deleteScreen, { rule: (tx, call) => revokeScreen(tx, call, at()) });

  routes.change(pairScreen, {
    prepare: (call) =>
      limits.runWithFailureLimit(
        'screen-code',
        { address: call.request.ip },
        {
          work: () => redeem(call),
          isFailure: (cause) => cause instanceof Problem && cause.code === 'screen_code_invalid',
        },
      ),
    whose: (_call, { company }) => company,
    rule: (tx, call, target) => pair(tx, call, { ...target, at: at() }),
    reply: async ({ screen, user }, { request }) => {
      const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
      const session = await app.sessions.open(user, from);
      return { objects: { name: screen.name }, headers: cookieOf(session) };
    },
  });

  routes.change(reportScreen, {
    rule: async (tx, { caller, body, request }) => {
      const screen = await findScreenOf(tx, caller.user);
      if (screen === undefined) throw new Problem('not_allowed', { reason: 'role', detail: 'screen' });
      await writeSeen(tx, screen, { at: at(), ip: request.ip, version: body.version });
      return { name: caller.name };
    },
    reply: async (objects, { caller, request }) => {
      const { iat = 0 } = await screenClaimsOf(request);
      const isOld = now() / 1_000 - iat >= RENEW_AFTER_S;
      return isOld ? { objects, headers: cookieOf(caller) } : { objects };
    },
  });
}
