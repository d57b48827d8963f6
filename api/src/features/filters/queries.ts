import type { SavedFilter } from '@vigil/shared/contract/http/filters';
import type { FilterPk, UserPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { savedFilters, users } from '@vigil/shared/platform/db/schema/users';
import { and, asc, eq, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';

type NewFilter = typeof savedFilters.$inferInsert;

/** The filters that the caller may use. */
const isUsable = ({ user }: Caller): SQL | undefined => or(eq(savedFilters.userFk, user), eq(savedFilters.shared, 1));

const mayChange = ({ user, flags }: Caller, owner: UserPk): boolean => flags.isAdmin || owner === user;

export async function selectUsableFilters(tx: ReadTx, caller: Caller, condition?: SQL): Promise<SavedFilter[]> {
  const rows = await tx
    .select({ saved: savedFilters, ownerName: users.name })
    .from(savedFilters)
    .innerJoin(users, eq(users.pk, savedFilters.userFk))
    .where(and(isUsable(caller), condition))
    .orderBy(asc(sql`lower(${savedFilters.name})`), asc(savedFilters.pk));
  return rows.map(({ saved: { pk, name, filter, shared, userFk, updatedAt }, ownerName }) => ({
    pk,
    name,
    filter,
    shared,
    owner: { pk: userFk, name: ownerName },
    editable: mayChange(caller, userFk) ? 1 : 0,
    updated_at: updatedAt.toISOString(),
  }));
}

export const whereFilterPk = (pk: FilterPk): SQL => eq(savedFilters.pk, pk);

/** Two requests at once would each count, and look for names, without the other's filter. */
export const lockFilterOwner = (tx: Tx, owner: UserPk) =>
  tx.select({ pk: users.pk }).from(users).where(eq(users.pk, owner)).for('no key update');

export const countFilters = (tx: ReadTx, owner: UserPk): Promise<number> =>
  tx.$count(savedFilters, eq(savedFilters.userFk, owner));

/** Whether the owner has another filter of this name; case does not count. */
export const isFilterNameUsed = async (
  tx: ReadTx,
  owner: UserPk,
  { name, except }: { name: string; except: FilterPk | null },
) =>
  (await tx.$count(
    savedFilters,
    and(
      eq(savedFilters.userFk, owner),
      eq(sql`lower(${savedFilters.name})`, sql`lower(${name})`),
      except === null ? undefined : ne(savedFilters.pk, except),
    ),
  )) > 0;

export const insertFilter = (tx: Tx, filter: NewFilter) =>
  tx.insert(savedFilters).values(filter).returning({ pk: savedFilters.pk });

export const changeFilter = (tx: Tx, pk: FilterPk, change: Partial<NewFilter>) =>
  tx
    .update(savedFilters)
    .set({ ...change, updatedAt: sql`now()` })
    .where(whereFilterPk(pk));

export const removeFilter = (tx: Tx, pk: FilterPk) => tx.delete(savedFilters).where(whereFilterPk(pk));
