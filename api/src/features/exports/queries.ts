import { exportAccess, type ExportRequest } from '@vigil/shared/contract/http/exports';
import type { ExportId, UserPk } from '@vigil/shared/contract/ids';
import { exportKinds } from '@vigil/shared/contract/names';
import { accessDenial } from '@vigil/shared/domain/permissions';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { exportChunks, exports } from '@vigil/shared/platform/db/schema/exports';
import type { Session } from '@vigil/shared/platform/sessions';
import { and, asc, desc, eq, getTableColumns, gt, inArray, not, notExists, or, sql, type SQL } from 'drizzle-orm';

/** The keys of the devices may be many, and are compared in the database only. */
const { devicePks: _, ...columns } = getTableColumns(exports);
const isOver = inArray(exports.state, ['ready', 'failed']);
const listed = {
  ...columns,
  unread: sql<number>`case when ${isOver} then greatest(0, cardinality(${exports.devicePks}) - ${exports.rows}) else 0 end`,
};

export type ExportWithUnreadDevices = Omit<typeof exports.$inferSelect, 'devicePks'> & { readonly unread: number };

type Owner = Pick<Session, 'user' | 'sight' | 'flags' | 'isCorporate'>;

/**
 * The exports of a user, but for lists that the user may not read any more, and files that tell of what is out of sight
 * by now.
 */
function ownExports(tx: ReadTx, owner: Owner): SQL | undefined {
  const readable = exportKinds.filter((kind) => accessDenial(owner, exportAccess[kind]) === null);
  const visible = whereInSight(owner);
  const told = visible && and(sql`${devices.pk} = any(${exports.devicePks})`, not(visible));
  return and(
    eq(exports.userFk, owner.user),
    inArray(exports.kind, readable),
    told && notExists(tx.select({ pk: devices.pk }).from(devices).where(told)),
  );
}

/** The same request of the user that is being written, or was ready after `readyAfter`. */
export async function findReusableExport(
  tx: ReadTx,
  owner: Owner,
  { request, readyAfter }: { request: ExportRequest; readyAfter: Date },
): Promise<ExportWithUnreadDevices | undefined> {
  const [found] = await tx
    .select(listed)
    .from(exports)
    .where(
      and(
        ownExports(tx, owner),
        sql`${exports.request} = ${JSON.stringify(request)}::jsonb`,
        or(
          inArray(exports.state, ['waiting', 'running']),
          // What was fetched is written anew: the devices may have changed since.
          and(eq(exports.state, 'ready'), eq(exports.downloaded, 0), gt(exports.changedAt, readyAfter)),
        ),
      ),
    )
    .orderBy(desc(exports.createdAt))
    .limit(1);
  return found;
}

/** Two of the same requests at once become one export. */
export const lockExportRequests = (tx: Tx, user: UserPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451192, ${user})`);

export async function insertExport(tx: Tx, values: typeof exports.$inferInsert): Promise<ExportWithUnreadDevices> {
  const [row] = await tx.insert(exports).values(values).returning(listed);
  if (!row) throw new Error('the export was not stored');
  return row;
}

export const selectExports = (tx: ReadTx, owner: Owner) =>
  tx.select(listed).from(exports).where(ownExports(tx, owner)).orderBy(desc(exports.createdAt)).limit(100);

export const deleteOwnExport = (tx: Tx, user: UserPk, id: ExportId) =>
  tx
    .delete(exports)
    .where(and(eq(exports.id, id), eq(exports.userFk, user)))
    .returning({ id: exports.id });

export async function findReady(tx: ReadTx, owner: Owner, id: ExportId): Promise<ExportWithUnreadDevices | undefined> {
  const [row] = await tx
    .select(listed)
    .from(exports)
    .where(and(eq(exports.id, id), ownExports(tx, owner), eq(exports.state, 'ready')));
  return row;
}

export const markDownloaded = (tx: Tx, { id }: ExportWithUnreadDevices) =>
  tx.update(exports).set({ downloaded: 1 }).where(eq(exports.id, id));

export async function readExportSize(
  tx: ReadTx,
  { id, attempt }: ExportWithUnreadDevices,
): Promise<{ chunks: number; bytes: number }> {
  const [row] = await tx
    .select({
      chunks: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(length(${exportChunks.data})), 0)::float8`,
    })
    .from(exportChunks)
    .where(and(eq(exportChunks.exportFk, id), eq(exportChunks.attempt, attempt ?? '')));
  return row ?? { chunks: 0, bytes: 0 };
}

export async function readChunk(
  tx: ReadTx,
  { id, attempt }: ExportWithUnreadDevices,
  n: number,
): Promise<Buffer | undefined> {
  const [row] = await tx
    .select({ data: exportChunks.data })
    .from(exportChunks)
    .where(and(eq(exportChunks.exportFk, id), eq(exportChunks.attempt, attempt ?? ''), eq(exportChunks.n, n)))
    .orderBy(asc(exportChunks.n));
  return row?.data;
}
