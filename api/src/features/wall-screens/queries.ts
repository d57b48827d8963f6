import { randomUUID } from 'node:crypto';
import type { WallScreen } from '@vigil/shared/contract/http/wall-screens';
import type { WallScreenPk, UserPk, WallViewPk } from '@vigil/shared/contract/ids';
import { wallScreenLoginId } from '@vigil/shared/domain/wall-screen-login-id';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { wallScreens } from '@vigil/shared/platform/db/schema/wall-screens';
import { wallViews } from '@vigil/shared/platform/db/schema/wall-views';
import { whereSessionOpen } from '@vigil/shared/platform/users/session-queries';
import { and, asc, eq, ne, sql, type SQL } from 'drizzle-orm';
import { selectGroupNames } from '../../access/group-names.ts';

export type StoredWallScreen = typeof wallScreens.$inferSelect;

/** By name. There are too few of them for pages. */
export async function selectWallScreens(tx: ReadTx, at: Date, condition?: SQL): Promise<WallScreen[]> {
  const rows = await tx
    .select({
      screen: wallScreens,
      viewName: wallViews.name,
      isPaired: sql<boolean>`exists (select from ${sessions} where ${sessions.userFk} = ${users.pk} and ${whereSessionOpen(at)})`,
    })
    .from(wallScreens)
    .innerJoin(users, eq(users.wallScreenFk, wallScreens.pk))
    .leftJoin(wallViews, eq(wallViews.pk, wallScreens.viewFk))
    .where(condition)
    .orderBy(asc(sql`lower(${wallScreens.name})`), asc(wallScreens.pk));
  const names = await selectGroupNames(
    tx,
    rows.flatMap(({ screen }) => screen.groupPks ?? []),
  );
  return rows.map(({ screen, viewName, isPaired }) => ({
    pk: screen.pk,
    name: screen.name,
    groups:
      screen.groupPks &&
      screen.groupPks.flatMap((pk) => {
        const name = names.get(pk);
        return name === undefined ? [] : { pk, name };
      }),
    view: screen.viewFk !== null && viewName !== null ? { pk: screen.viewFk, name: viewName } : null,
    state: stateOf(screen, isPaired),
    created_at: screen.createdAt.toISOString(),
    last_seen_at: screen.lastSeenAt?.toISOString() ?? null,
    last_seen_ip: screen.lastSeenIp,
    version: screen.version,
  }));
}

function stateOf({ lastSeenAt }: StoredWallScreen, isPaired: boolean): WallScreen['state'] {
  if (isPaired) return 'paired';
  return lastSeenAt === null ? 'waiting' : 'unpaired';
}

export const countWallScreens = (tx: ReadTx): Promise<number> => tx.$count(wallScreens);

export const whereWallScreenPk = (pk: WallScreenPk): SQL => eq(wallScreens.pk, pk);

/** Whether another screen has the name; case does not count. */
export const isScreenNameUsed = async (
  tx: ReadTx,
  { name, except }: { name: string; except: WallScreenPk | null },
): Promise<boolean> => {
  const isSame = sql`lower(${wallScreens.name}) = lower(${name})`;
  return (await tx.$count(wallScreens, except === null ? isSame : and(isSame, ne(wallScreens.pk, except)))) > 0;
};

export async function selectViewName(tx: ReadTx, pk: WallViewPk): Promise<string | undefined> {
  const [row] = await tx.select({ name: wallViews.name }).from(wallViews).where(eq(wallViews.pk, pk));
  return row?.name;
}

/** The same screen until the end of the transaction: it is not removed meanwhile. */
export async function lockWallScreen(tx: Tx, pk: WallScreenPk): Promise<StoredWallScreen | undefined> {
  const [row] = await tx.select().from(wallScreens).where(eq(wallScreens.pk, pk)).for('update');
  return row;
}

export async function insertWallScreen(tx: Tx, row: typeof wallScreens.$inferInsert): Promise<StoredWallScreen> {
  const [added] = await tx.insert(wallScreens).values(row).returning();
  if (!added) throw new Error('the screen was not stored');
  return added;
}

/**
 * The hidden user of a screen, whose password nobody knows. Frames are the only right; language, zone and date format
 * are those of the user who makes it.
 */
export async function insertWallScreenUser(
  tx: Tx,
  { pk, name, companyFk }: StoredWallScreen,
  { creator, passwordHash }: { creator: UserPk; passwordHash: string },
): Promise<void> {
  const [chosen] = await tx
    .select({
      langCode: users.langCode,
      timeZoneId: users.timeZoneId,
      dateFmtId: users.dateFmtId,
      refreshInterval: users.refreshInterval,
      imgRefreshInterval: users.imgRefreshInterval,
    })
    .from(users)
    .where(eq(users.pk, creator));
  await tx.insert(users).values({
    ...chosen,
    companyFk,
    mgrid: wallScreenLoginId(randomUUID()),
    name,
    passwordHash,
    wallScreenFk: pk,
    authThumbnailview: 1,
    disableFileTransfer: 1,
  });
}

export async function updateWallScreenRows(
  tx: Tx,
  pk: WallScreenPk,
  change: Partial<typeof wallScreens.$inferInsert>,
): Promise<void> {
  await tx.update(wallScreens).set(change).where(whereWallScreenPk(pk));
  if (change.name !== undefined) await tx.update(users).set({ name: change.name }).where(eq(users.wallScreenFk, pk));
}

/** The hidden user of a screen. */
export async function findWallScreenUser(tx: ReadTx, pk: WallScreenPk): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.wallScreenFk, pk));
  return user;
}

/** The screen whose hidden user this is; undefined for any other user. */
export async function findWallScreenOf(tx: ReadTx, user: UserPk): Promise<WallScreenPk | undefined> {
  const [row] = await tx.select({ screen: users.wallScreenFk }).from(users).where(eq(users.pk, user));
  return row?.screen ?? undefined;
}

export const writeWallScreenSeen = (
  tx: Tx,
  pk: WallScreenPk,
  seen: { readonly at: Date; readonly ip: string; readonly version?: string },
) =>
  tx
    .update(wallScreens)
    .set({ lastSeenAt: seen.at, lastSeenIp: seen.ip, ...(seen.version !== undefined && { version: seen.version }) })
    .where(eq(wallScreens.pk, pk));

/** A screen with its user and the sessions of the user. */
export async function deleteWallScreenRows(tx: Tx, pk: WallScreenPk): Promise<void> {
  await tx.delete(users).where(eq(users.wallScreenFk, pk));
  await tx.delete(wallScreens).where(eq(wallScreens.pk, pk));
}
