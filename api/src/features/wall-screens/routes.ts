import {
  createWallScreen,
  revokeWallScreen,
  listWallScreens,
  pairBrowser,
  reportWallScreenAlive,
  updateWallScreen,
} from '@vigil/shared/contract/http/wall-screens';
import { Problem } from '@vigil/shared/contract/problems';
import { WALL_SCREEN_MAX_OFF_MS, WALL_SCREEN_RENEWAL_S } from '@vigil/shared/domain/session-life';
import type { Session } from '@vigil/shared/platform/sessions';
import type { SessionClaims } from '@vigil/shared/platform/tokens';
import { wallScreenCookie } from '@vigil/shared/platform/wall-screen-cookie';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { Call, RouteRegistry } from '../../http/routes.ts';
import { screenClaimsOf } from '../../identity/sessions/access-check.ts';
import { WALL_SCREEN_CODE_LIFETIME_MS, createPairingCodes } from './codes.ts';
import { findWallScreenOf, selectWallScreens, writeWallScreenSeen } from './queries.ts';
import { ensureWallScreen, pairWallScreen, hashRandomPassword, deleteWallScreen, editWallScreen } from './service.ts';

export function registerWallScreenRoutes(app: FastifyInstance, routes: RouteRegistry, deps: Deps): void {
  const { database, accessPolicies, config, now } = deps;
  const limits = createRateLimits(deps);
  const codes = createPairingCodes(deps);
  const at = () => new Date(now());
  const isSecure = config.PUBLIC_URL.startsWith('https:');

  const cookieOf = ({ id, user, company }: Session) => {
    const claims: SessionClaims = { jti: id, user, company, kind: 'screen', iat: Math.floor(now() / 1_000) };
    return {
      'set-cookie': wallScreenCookie(app.jwt.sign(claims), { maxAgeS: WALL_SCREEN_MAX_OFF_MS / 1_000, isSecure }),
    };
  };

  const voided = deps.metrics.counter('vigil_wall_screen_codes_voided_total', 'Times that all open codes were voided');

  /**
   * Codes are short, and looked up over all companies: many wrong ones together are somebody who guesses, from however
   * many networks.
   */
  const countFailure = async () => {
    if (await limits.admits('screen-codes', { account: 'all' })) return;
    await codes.voidAll();
    await limits.reset('screen-codes', 'all');
    voided.inc();
    deps.log.error(
      {},
      'too many wrong codes of wall screens: all open codes are void; an address may be guessing them',
    );
  };

  /**
   * The screen of a code, which is used up. An address that may not use the company's console does not learn that there
   * is such a code.
   */
  const redeem = async ({ body, request }: Call<typeof pairBrowser>) => {
    const found = await codes.find(body.code);
    const isDenied = found !== null && (await accessPolicies.denialOf(found.company, request.ip)) !== null;
    const target = isDenied ? null : await codes.take(body.code);
    if (target) return target;
    await countFailure();
    throw new Problem('screen_code_invalid', { field: 'body.code' });
  };

  routes.on(listWallScreens, async ({ caller }) => {
    const objects = await database.read(caller.company, (tx) => selectWallScreens(tx, at()));
    return { objects, meta: { total_count: objects.length } };
  });

  routes.change(createWallScreen, {
    prepare: () => hashRandomPassword(deps),
    rule: (tx, call, passwordHash) => ensureWallScreen(tx, call, { passwordHash, at: at() }),
    reply: async ({ pk, name, companyFk: company }) => {
      const code = await codes.issue({ company, screen: pk });
      return { objects: { pk, name, code, expires_at: new Date(now() + WALL_SCREEN_CODE_LIFETIME_MS).toISOString() } };
    },
  });

  routes.change(updateWallScreen, { rule: (tx, call) => editWallScreen(tx, call, at()) });

  routes.change(revokeWallScreen, { rule: (tx, call) => deleteWallScreen(tx, call, at()) });

  routes.change(pairBrowser, {
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
    rule: (tx, call, target) => pairWallScreen(tx, call, { ...target, at: at() }),
    reply: async ({ screen, user }, { request }) => {
      const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
      const session = await app.sessions.open(user, from);
      return { objects: { name: screen.name }, headers: cookieOf(session) };
    },
  });

  routes.change(reportWallScreenAlive, {
    rule: async (tx, { caller, body, request }) => {
      const screen = await findWallScreenOf(tx, caller.user);
      if (screen === undefined) throw new Problem('not_allowed', { reason: 'role', detail: 'screen' });
      await writeWallScreenSeen(tx, screen, { at: at(), ip: request.ip, version: body.version });
      return { name: caller.name };
    },
    reply: async (objects, { caller, request }) => {
      const { iat = 0 } = await screenClaimsOf(request);
      const isOld = now() / 1_000 - iat >= WALL_SCREEN_RENEWAL_S;
      return isOld ? { objects, headers: cookieOf(caller) } : { objects };
    },
  });
}
