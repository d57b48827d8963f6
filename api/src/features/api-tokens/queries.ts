import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { ApiToken, listApiTokens } from '@vigil/shared/contract/http/api-tokens';
import type { ApiTokenPk, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { apiTokens } from '@vigil/shared/platform/db/schema/api-tokens';
import { deviceGroups } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import { readPolicies } from '@vigil/shared/platform/policies';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';
import { isTokenOwnerSuspended } from '../../identity/sign-in/sign-in-denial.ts';

/** The caller's tokens; those of the company for administrators. */
const visibleTokens = ({ flags, user }: Caller): SQL | undefined =>
  flags.isAdmin ? undefined : eq(apiTokens.userFk, user);

const select = (tx: ReadTx) =>
  tx
    .select({ token: apiTokens, user: users })
    .from(apiTokens)
    .innerJoin(users, eq(users.pk, apiTokens.userFk))
    .$dynamic();
type Row = Awaited<ReturnType<typeof select>>[number];

async function selectGroupNames(tx: ReadTx, rows: readonly Row[]): Promise<Map<GroupPk, string>> {
  const pks = [...new Set(rows.flatMap(({ token }) => token.groupPks ?? []))];
  const found = await tx
    .select({ pk: deviceGroups.pk, name: deviceGroups.name })
    .from(deviceGroups)
    .where(whereKeyIn(deviceGroups.pk, pks));
  return new Map(found.map(({ pk, name }) => [pk, name]));
}

async function wireAll(
  tx: ReadTx,
  caller: Caller,
  { rows, at }: { rows: readonly Row[]; at: Date },
): Promise<ApiToken[]> {
  const names = await selectGroupNames(tx, rows);
  const policies = await readPolicies(tx, caller.company);
  const stateOf = ({ token, user }: Row): ApiToken['state'] => {
    if (token.expiresAt <= at) return 'expired';
    return isTokenOwnerSuspended({ user, policies }, at.getTime()) ? 'suspended' : 'active';
  };
  const groupsOf = (pks: readonly GroupPk[]) =>
    pks.flatMap((pk) => {
      const name = names.get(pk);
      return name === undefined ? [] : { pk, name };
    });
  return rows.map((row) => ({
    pk: row.token.pk,
    name: row.token.name,
    hint: row.token.hint,
    scopes: row.token.scopes,
    groups: row.token.groupPks && groupsOf(row.token.groupPks),
    owner_pk: row.user.pk,
    owner_id: row.user.mgrid,
    owner_name: row.user.name,
    state: stateOf(row),
    created_at: row.token.createdAt.toISOString(),
    expires_at: row.token.expiresAt.toISOString(),
    last_used_at: row.token.lastUsedAt?.toISOString() ?? null,
    last_used_ip: row.token.lastUsedIp,
  }));
}

export async function selectApiTokenPage(
  tx: ReadTx,
  caller: Caller,
  { query, at }: { query: QueryOf<typeof listApiTokens>; at: Date },
) {
  const { rows, meta } = await selectPage(tx, select(tx), {
    query,
    rules: {
      where: visibleTokens(caller),
      sort: { created_at: apiTokens.createdAt, name: apiTokens.name, expires_at: apiTokens.expiresAt },
      key: apiTokens.pk,
      search: { name: apiTokens.name, owner_name: users.name, owner_id: users.mgrid },
    },
  });
  return { objects: await wireAll(tx, caller, { rows, at }), meta: { total_count: meta.total_count } };
}

/** Two requests at once would each count, and look for the name, without the token of the other. */
export const lockOwner = (tx: Tx, owner: UserPk) =>
  tx.select({ pk: users.pk }).from(users).where(eq(users.pk, owner)).for('no key update');

/** How many tokens the owner has; expired ones count as well. */
export const countApiTokens = (tx: ReadTx, owner: UserPk): Promise<number> =>
  tx.$count(apiTokens, eq(apiTokens.userFk, owner));

export const isTokenNameUsed = async (tx: ReadTx, owner: UserPk, name: string): Promise<boolean> =>
  (await tx.$count(apiTokens, and(eq(apiTokens.userFk, owner), sql`lower(${apiTokens.name}) = lower(${name})`))) > 0;

export async function insertApiToken(tx: Tx, caller: Caller, row: typeof apiTokens.$inferInsert): Promise<ApiToken> {
  const [added] = await tx.insert(apiTokens).values(row).returning({ pk: apiTokens.pk });
  if (!added) throw new Error('the token was not stored');
  const rows = await select(tx).where(eq(apiTokens.pk, added.pk));
  const [token] = await wireAll(tx, caller, { rows, at: row.createdAt ?? new Date() });
  if (!token) throw new Error('the token was not stored');
  return token;
}

/**
 * @returns the token that was deleted, with the login ID of its owner; undefined for one that the caller does not see
 */
export async function deleteStoredApiToken(tx: Tx, caller: Caller, pk: ApiTokenPk) {
  const [deleted] = await tx
    .delete(apiTokens)
    .where(and(eq(apiTokens.pk, pk), visibleTokens(caller)))
    .returning({ name: apiTokens.name, owner: apiTokens.userFk });
  if (!deleted) return undefined;
  const [owner] = await tx.select({ mgrid: users.mgrid }).from(users).where(eq(users.pk, deleted.owner));
  return { ...deleted, mgrid: owner?.mgrid ?? '' };
}
