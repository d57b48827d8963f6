import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import { createApiToken, listApiTokens, revokeApiToken } from '@vigil/shared/contract/http/api-tokens';
import { MAX_API_TOKENS_PER_USER } from '@vigil/shared/contract/limits';
import { Problem } from '@vigil/shared/contract/problems';
import { isByPassword } from '@vigil/shared/domain/session-life';
import { apiTokenHint, generateApiToken } from '@vigil/shared/platform/api-tokens';
import { writeAudits } from '@vigil/shared/platform/audits';
import { hashToken } from '@vigil/shared/platform/tokens';
import { selectPathNames } from '../../access/group-paths.ts';
import { assertGroupsInSight } from '../../access/groups-in-sight.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { createPasswordConfirmation } from '../../identity/accounts/confirm-password.ts';
import {
  countApiTokens,
  deleteStoredApiToken,
  insertApiToken,
  isTokenNameUsed,
  lockOwner,
  selectApiTokenPage,
} from './queries.ts';

const DAY_MS = 24 * 3_600_000;

export function registerApiTokenRoutes(routes: RouteRegistry, deps: Deps): void {
  const { database, now } = deps;
  const confirmPassword = createPasswordConfirmation(deps);

  routes.on(listApiTokens, ({ caller, query }) =>
    database.read(caller.company, (tx) => selectApiTokenPage(tx, caller, { query, at: new Date(now()) })),
  );

  routes.change(createApiToken, {
    // A token outlasts its session, so that a stolen session, or one by a link, must not be enough for it.
    prepare: async ({ caller, body, request }) => {
      if (!isByPassword(caller.kind)) throw new Problem('not_allowed', { reason: 'role', detail: 'by_password' });
      await confirmPassword(caller, body.origin_pw, request.ip);
    },
    rule: async (tx, { caller, body }) => {
      const at = new Date(now());
      const { name, scopes, group_pks, expires_in_d } = body;
      await lockOwner(tx, caller.user);
      if (await isTokenNameUsed(tx, caller.user, name))
        throw new Problem('duplication_token_name', { field: 'body.name' });
      if ((await countApiTokens(tx, caller.user)) >= MAX_API_TOKENS_PER_USER)
        throw new Problem('token_limit', { detail: MAX_API_TOKENS_PER_USER });
      const limit = group_pks ? [...new Set(group_pks)] : null;
      if (limit) await assertGroupsInSight(tx, caller, limit);
      const secret = generateApiToken();
      const token = await insertApiToken(tx, caller, {
        companyFk: caller.company,
        userFk: caller.user,
        name,
        tokenHash: hashToken(secret),
        hint: apiTokenHint(secret),
        scopes,
        groupPks: limit,
        createdAt: at,
        expiresAt: new Date(at.getTime() + expires_in_d * DAY_MS),
      });
      const until = token.expires_at.slice(0, 10);
      const paths = limit && [...(await selectPathNames(tx, limit)).values()];
      const where = paths ? `; ${paths.join(', ')}` : '';
      const newValue = `${name}: ${scopes.join(', ')}; ${until}${where}`;
      const subject = { user: caller.user };
      await writeAudits(tx, caller, [{ code: auditCode.apiToken, type: auditTypeIds.action, subject, newValue }]);
      return { token, api_token: secret };
    },
  });

  routes.change(revokeApiToken, {
    rule: async (tx, { caller, params: { pk } }) => {
      const deleted = await deleteStoredApiToken(tx, caller, pk);
      if (!deleted) throw new Problem('not_found');
      const oldValue = `${deleted.mgrid}: ${deleted.name}`;
      const subject = { user: deleted.owner };
      await writeAudits(tx, caller, [{ code: auditCode.apiToken, type: auditTypeIds.deletion, subject, oldValue }]);
      return [pk];
    },
  });
}
