import { randomUUID } from 'node:crypto';
import type { TokenScope, TokenAdmission } from '@vigil/shared/contract/access';
import { SessionId, type GroupPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { hasApiTokenPrefix, isWellFormedToken } from '@vigil/shared/platform/api-tokens';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import { apiTokens } from '@vigil/shared/platform/db/schema/api-tokens';
import { users } from '@vigil/shared/platform/db/schema/users';
import { readPolicies } from '@vigil/shared/platform/policies';
import { hashToken } from '@vigil/shared/platform/tokens';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { limitSight, readRightsWithLicence } from '../../access/rights.ts';
import type { Deps } from '../../deps.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { isTokenOwnerSuspended } from '../sign-in/sign-in-denial.ts';
import type { Caller } from './caller.ts';
import { throwIfNetworkDenied } from './network-check.ts';

/**
 * Writing each use would make every read a write; a minute is precise enough to find a token that is not used any more.
 */
const NOTE_USE_AFTER_MS = 60_000;

const BEARER = /^bearer +(\S+)$/iu;

/**
 * The API token of a request. It is taken from `Authorization: Bearer` only: addresses are logged.
 * @throws Problem `malformed` beside a session token: which of the two acts must not depend on an order
 */
export function apiTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const [, token] = BEARER.exec(headers.authorization ?? '') ?? [];
  if (token === undefined || !hasApiTokenPrefix(token)) return undefined;
  if (headers['token'] !== undefined) throw new Problem('malformed', { field: 'headers.token' });
  return token;
}

/** @throws Problem `token_not_allowed`, `token_scope` with the scope that the token lacks */
export function assertTokenAdmits(
  use: TokenAdmission | undefined,
  scopes: readonly TokenScope[],
  { token }: Pick<Caller, 'token'>,
): void {
  if (use === undefined || use === 'refused') throw new Problem('token_not_allowed');
  if (!scopes.includes(use.scope)) throw new Problem('token_scope', { detail: use.scope });
  if (token?.groupLimit && !use.inGroups) throw new Problem('token_not_allowed', { reason: 'group' });
}

async function findToken(tx: ReadTx, tokenHash: string) {
  const [found] = await tx
    .select({ token: apiTokens, user: users })
    .from(apiTokens)
    .innerJoin(users, eq(users.pk, apiTokens.userFk))
    .where(eq(apiTokens.tokenHash, tokenHash));
  return found;
}

/** Of several requests at once, also in other processes, one writes. */
const noteUse = (tx: Tx, tokenHash: string, { ip, at }: { ip: string; at: Date }) =>
  tx
    .update(apiTokens)
    .set({ lastUsedAt: at, lastUsedIp: ip })
    .where(
      and(
        eq(apiTokens.tokenHash, tokenHash),
        or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, new Date(at.getTime() - NOTE_USE_AFTER_MS))),
      ),
    );

async function readLimitedRights(tx: ReadTx, user: typeof users.$inferSelect, limit: readonly GroupPk[] | null) {
  const rights = await readRightsWithLicence(tx, user);
  return { ...rights, sight: await limitSight(tx, rights.sight, limit) };
}

/** Answered like a token that is no longer valid. */
class UnknownToken extends Problem {}

/**
 * Everything is read at each request, so that a revocation or a change of the owner counts at once
 * (infra/decisions/api-tokens.md).
 */
export function createApiTokenAuthenticator(
  deps: Pick<Deps, 'database' | 'redis' | 'log' | 'accessPolicies' | 'now'> & { readonly limits: RateLimits },
) {
  const { database, accessPolicies, now, limits } = deps;
  const read = (tokenHash: string, ip: string) =>
    database.readOf(companyLookups.apiToken(tokenHash), async (tx) => {
      const at = new Date(now());
      const found = await findToken(tx, tokenHash);
      if (!found) return undefined;
      const { token, user } = found;
      if (token.expiresAt <= at) throw new Problem('token_invalid', { detail: 'expired' });
      // Together: the driver sends the statements of both without waiting for an answer between them.
      const [policies, denial, rights] = await Promise.all([
        readPolicies(tx, user.companyFk),
        accessPolicies.denialIn(tx, user.companyFk, ip),
        readLimitedRights(tx, user, token.groupPks),
      ]);
      if (isTokenOwnerSuspended({ user, policies }, at.getTime()))
        throw new Problem('token_invalid', { detail: 'suspended' });
      throwIfNetworkDenied(denial);
      const isNoted = token.lastUsedAt !== null && at.getTime() - token.lastUsedAt.getTime() < NOTE_USE_AFTER_MS;
      const caller: Caller = {
        ...rights,
        // What is done with the token says so wherever the name of the user is recorded.
        name: `${user.name} (API: ${token.name})`,
        token: { pk: token.pk, groupLimit: token.groupPks },
        // There is no session: this id is one of none.
        id: SessionId.parse(randomUUID()),
        kind: 'password',
        parent: null,
        createdAt: token.createdAt.getTime(),
        usedAt: at.getTime(),
        until: token.expiresAt.getTime(),
        expiresAt: token.expiresAt.getTime(),
      };
      return { caller, scopes: token.scopes, isNoted };
    });

  return {
    /**
     * The caller that a token stands for: its owner with the rights of this moment, in the groups of the token.
     * @throws Problem `token_invalid`, `too_many_requests`, `ip_blocked`, `external_access`
     */
    async use(token: string, ip: string): Promise<{ caller: Caller; scopes: readonly TokenScope[] }> {
      if (!isWellFormedToken(token)) throw new Problem('token_invalid');
      const tokenHash = hashToken(token);
      const find = async () => {
        await limits.take('api-token', { account: tokenHash });
        const found = await read(tokenHash, ip);
        if (!found) throw new UnknownToken('token_invalid');
        return found;
      };
      const { caller, scopes, isNoted } = await limits.runWithFailureLimit(
        'unknown-token',
        { address: ip },
        { work: find, isFailure: (cause) => cause instanceof UnknownToken },
      );
      const use = { ip, at: new Date(caller.usedAt) };
      if (!isNoted) await commitChange(deps, caller.company, (tx) => noteUse(tx, tokenHash, use));
      return { caller, scopes };
    },
  };
}
