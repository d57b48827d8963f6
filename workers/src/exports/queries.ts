import { randomUUID } from 'node:crypto';
import type { DevicePk, ExportId, UserPk } from '@vigil/shared/contract/ids';
import { ADMINISTRATOR_TYPE } from '@vigil/shared/domain/member-types';
import { flagsOf, needsApprovedWindow } from '@vigil/shared/domain/permissions';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { readHasCorporateFunctions } from '@vigil/shared/platform/access-policy';
import { readOpenWindowDevices } from '@vigil/shared/platform/approval-windows';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { exportChunks, exports } from '@vigil/shared/platform/db/schema/exports';
import { users } from '@vigil/shared/platform/db/schema/users';
import { pickRightsColumns } from '@vigil/shared/platform/rights';
import { readSight } from '@vigil/shared/platform/sight';
import { wherePermanentUser } from '@vigil/shared/platform/users/user-scope';
import { and, eq, gt, inArray, lt, ne } from 'drizzle-orm';
import { createLocalTimeConverter } from './local-time.ts';

export type Export = typeof exports.$inferSelect & { readonly attempt: string };
export type ExportRequester = NonNullable<Awaited<ReturnType<typeof readExportRequester>>>;

const ofAttempt = ({ id, attempt }: Export) => and(eq(exports.id, id), eq(exports.attempt, attempt));

/** Begins an attempt, which replaces the one before and its pieces. Undefined for an export that is over or gone. */
export async function beginAttempt(tx: Tx, id: ExportId, at: Date): Promise<Export | undefined> {
  const attempt = randomUUID();
  const [row] = await tx
    .update(exports)
    .set({ state: 'running', attempt, percent: 0, rows: 0, changedAt: at })
    .where(and(eq(exports.id, id), inArray(exports.state, ['waiting', 'running'])))
    .returning();
  if (!row) return undefined;
  await tx.delete(exportChunks).where(and(eq(exportChunks.exportFk, id), ne(exportChunks.attempt, attempt)));
  return { ...row, attempt };
}

/** Returns false when the export was cancelled or another attempt has replaced this one. */
export async function writeProgressUnlessReplaced(
  tx: Tx,
  of: Export,
  progress: { rows: number; percent: number; at: Date },
) {
  const { rows, percent, at } = progress;
  const changed = await tx
    .update(exports)
    .set({ rows, percent, changedAt: at })
    .where(ofAttempt(of))
    .returning({ id: exports.id });
  return changed.length > 0;
}

/** Which devices are to be written, so that a failure can say how many were not. */
export const writeExportDevicePks = (tx: Tx, of: Export, devicePks: DevicePk[]) =>
  tx.update(exports).set({ devicePks }).where(ofAttempt(of));

export const writeChunk = (tx: Tx, { id, attempt, companyFk }: Export, n: number, data: Buffer) =>
  tx.insert(exportChunks).values({ companyFk, exportFk: id, attempt, n, data });

/** Marks an export as ready once all pieces are stored: its file is offered from then on. */
export const finishExport = async (
  tx: Tx,
  of: Export,
  { rows, devicePks, at }: { rows: number; devicePks: DevicePk[]; at: Date },
) =>
  (
    await tx
      .update(exports)
      .set({ state: 'ready', percent: 100, rows, devicePks, changedAt: at })
      .where(ofAttempt(of))
      .returning({ id: exports.id })
  ).length > 0;

export const failExport = (tx: Tx, of: Export, at: Date) =>
  tx.update(exports).set({ state: 'failed', changedAt: at }).where(ofAttempt(of)).returning({ id: exports.id });

/** Exports whose job may be lost: nothing has happened to them for a while. */
export const findStalledExports = (tx: ReadTx, unchangedSince: Date) =>
  tx
    .select({ id: exports.id })
    .from(exports)
    .where(and(inArray(exports.state, ['waiting', 'running']), lt(exports.changedAt, unchangedSince)));

/**
 * The user of an export, with what this user may see and how the clock of this user shows a moment; undefined for one
 * who may not sign in any more.
 */
export async function readExportRequester(tx: ReadTx, { userFk }: Export, at: Date) {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.pk, userFk), eq(users.active, true)));
  if (!user) return undefined;
  const isAdmin = user.type === ADMINISTRATOR_TYPE;
  const usesApproval = needsApprovedWindow(user.useApproval, { isAdmin });
  const windows = await readOpenWindowDevices(tx, { user: userFk, usesApproval }, at);
  return {
    user: userFk,
    ofCompany: user.companyFk,
    isAdmin,
    flags: flagsOf(pickRightsColumns(user)),
    isCorporate: await readHasCorporateFunctions(tx, user.companyFk),
    sight: await readSight(tx, user),
    windows,
    timeZoneId: user.timeZoneId,
    wallTime: createLocalTimeConverter(timeZoneOf(user.timeZoneId).name),
  };
}

/** Deletes the exports of a time, with their files. */
export const deleteExportsCreatedBefore = (tx: Tx, before: Date) =>
  tx.delete(exports).where(lt(exports.createdAt, before));

/** Users of the company of the transaction, by their keys. */
export const selectPermanentUsers = (tx: ReadTx, { after, limit }: { after: UserPk | null; limit: number }) =>
  tx
    .select({
      pk: users.pk,
      mgrid: users.mgrid,
      name: users.name,
      memberTypeId: users.memberTypeId,
      email: users.email,
      phone: users.phone,
      department: users.department,
      position: users.position,
      active: users.active,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(and(wherePermanentUser(), after === null ? undefined : gt(users.pk, after)))
    .orderBy(users.pk)
    .limit(limit);
export type PermanentUser = Awaited<ReturnType<typeof selectPermanentUsers>>[number];

export const countPermanentUsers = (tx: ReadTx): Promise<number> => tx.$count(users, wherePermanentUser());
