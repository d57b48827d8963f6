import { and, asc, desc, eq, getTableColumns, gt, inArray, ne, not, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { ExportRequest } from '@vigil/shared/contract/http/exports';
import type { ExportId, UserPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { exportChunks, exports } from '@vigil/shared/platform/db/schema/exports';
import type { Session } from '@vigil/shared/platform/sessions';

/** The keys of the devices may be many, and are compared in the database only. */
const { devicePks: _, ...columns } = getTableColumns(exports);
const isOver = inArray(exports.state, ['ready', 'failed']);
const listed = {
  ...columns,
  unread: sql<number>`case when ${isOver} then greatest(0, cardinality(${exports.devicePks}) - ${exports.rows}) else 0 end`,
};

export type ExportWithUnreadDevices = Omit<typeof exports.$inferSelect, 'devicePks'> & { readonly unread: number };

type Owner = Pick<Session, 'user' | 'sight'>;

/** The exports of a user, but for files that tell of what the user may not see any more. */
function ownExports(tx: ReadTx, { user, sight }: Owner): SQL | undefined {
  const visible = whereInSight({ sight });
  if (!visible) return eq(exports.userFk, user);
  const told = and(sql`${devices.pk} = any(${exports.devicePks})`, not(visible));
  return and(
    eq(exports.userFk, user),
    // Of administrators only, who see the whole company.
    ne(exports.kind, 'auditTable'),
    notExists(tx.select({ pk: devices.pk }).from(devices).where(told)),
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

export async function countExportChunksAndBytes(
  tx: ReadTx,
  { id, attempt }: ExportWithUnreadDevices,
): Promise<{ chunks: number; bytes: number }> {
  const [row] = await tx
    .select({
      chunks: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(length(${exportChunks.data})), 0)::int`,
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
