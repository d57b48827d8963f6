import type { WallView } from '@vigil/shared/contract/http/wall-views';
import type { UserPk, WallViewPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { users } from '@vigil/shared/platform/db/schema/users';
import { wallScreens } from '@vigil/shared/platform/db/schema/wall-screens';
import { wallViews } from '@vigil/shared/platform/db/schema/wall-views';
import { and, asc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';

type NewView = typeof wallViews.$inferInsert;

const mayChange = ({ user, flags }: Caller, owner: UserPk): boolean => flags.isAdmin || owner === user;

export async function selectCompanyWallViews(tx: ReadTx, caller: Caller, condition?: SQL): Promise<WallView[]> {
  const rows = await tx
    .select({ view: wallViews, ownerName: users.name })
    .from(wallViews)
    .innerJoin(users, eq(users.pk, wallViews.userFk))
    .where(condition)
    .orderBy(asc(sql`lower(${wallViews.name})`), asc(wallViews.pk));
  return rows.map(({ view: { pk, name, groupPks, layout, thresholds, userFk, updatedAt }, ownerName }) => ({
    pk,
    name,
    group_pks: groupPks,
    layout,
    thresholds,
    owner: { pk: userFk, name: ownerName },
    editable: mayChange(caller, userFk) ? 1 : 0,
    updated_at: updatedAt.toISOString(),
  }));
}

/** The view that a wall screen shows. */
export async function selectWallScreenView(tx: ReadTx, caller: Caller): Promise<WallView[]> {
  const own = tx
    .select({ pk: wallScreens.viewFk })
    .from(wallScreens)
    .innerJoin(users, eq(users.wallScreenFk, wallScreens.pk))
    .where(eq(users.pk, caller.user));
  const views = await selectCompanyWallViews(tx, caller, inArray(wallViews.pk, own));
  return views.map((view) => ({ ...view, owner: null }));
}

export const whereWallViewPk = (pk: WallViewPk): SQL => eq(wallViews.pk, pk);

/** Two requests at once would each count, and look for names, without the other's view. */
export const lockOwner = (tx: Tx, owner: UserPk) =>
  tx.select({ pk: users.pk }).from(users).where(eq(users.pk, owner)).for('no key update');

export const countWallViews = (tx: ReadTx, owner: UserPk): Promise<number> =>
  tx.$count(wallViews, eq(wallViews.userFk, owner));

/** Whether the owner has another view of this name; case does not count. */
export const isViewNameUsed = async (
  tx: ReadTx,
  owner: UserPk,
  { name, except }: { name: string; except: WallViewPk | null },
) =>
  (await tx.$count(
    wallViews,
    and(
      eq(wallViews.userFk, owner),
      eq(sql`lower(${wallViews.name})`, sql`lower(${name})`),
      except === null ? undefined : ne(wallViews.pk, except),
    ),
  )) > 0;

export const insertWallView = (tx: Tx, view: NewView) =>
  tx.insert(wallViews).values(view).returning({ pk: wallViews.pk });

export const changeWallView = (tx: Tx, pk: WallViewPk, change: Partial<NewView>) =>
  tx
    .update(wallViews)
    .set({ ...change, updatedAt: sql`now()` })
    .where(whereWallViewPk(pk))
    .returning({ pk: wallViews.pk });

export const removeWallView = (tx: Tx, pk: WallViewPk) => tx.delete(wallViews).where(whereWallViewPk(pk));
