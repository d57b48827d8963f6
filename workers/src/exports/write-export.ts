import type { DevicePk } from '@vigil/shared/contract/ids';
import { exportAccess, type ExportRequest } from '@vigil/shared/contract/http/exports';
import type { ExportKind } from '@vigil/shared/contract/names';
import { accessDenial } from '@vigil/shared/domain/permissions';
import { announceOnCommit, commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { defineWorker } from '../define-worker.ts';
import type { Deps } from '../deps.ts';
import { openAccessHistoryTable } from './access-history-table.ts';
import { openAlertHistoryTable } from './alert-history-table.ts';
import { openApprovalTable } from './approval-table.ts';
import { openAuditTable } from './audit-table.ts';
import { openDeletedHistoryTable } from './deleted-history-table.ts';
import { openDeviceTable } from './device-table.ts';
import { openFileHistoryTable } from './file-history-table.ts';
import { openRankingTable } from './ranking-table.ts';
import { openRemoteHistoryTable } from './remote-history-table.ts';
import { openAlertStatisticsTable, openRemoteStatisticsTable } from './statistics-table.ts';
import { openUsersTable } from './users-table.ts';
import {
  beginAttempt,
  failExport,
  finishExport,
  readExportRequester,
  writeChunk,
  writeExportDevicePks,
  writeProgressUnlessReplaced,
  type Export,
  type ExportRequester,
} from './queries.ts';
import type { ExportTable } from './table.ts';
import { writeWorkbook, type WorkbookCell } from '@vigil/shared/spreadsheets/write-workbook';
import { setFlagsFromString } from 'node:v8';

let running = 0;

/**
 * Runs `work` while V8 optimizes for memory: garbage is collected earlier, and the heap stays small. An export creates much garbage
 * and keeps little; without this, the heap grows to twice the size that it needs, and an idle process never returns the rest to the
 * system (see infra/bundles/compact-heap-during-start.ts).
 */
async function withV8OptimizeForSize<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  setFlagsFromString('--optimize-for-size');
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) setFlagsFromString('--no-optimize-for-size');
  }
}

type OpenTable<K extends ExportKind> = (
  deps: Deps,
  of: Export,
  asked: { request: Extract<ExportRequest, { export_id: K }>; reader: ExportRequester },
) => Promise<ExportTable>;

const openers: { readonly [K in ExportKind]: OpenTable<K> } = {
  deviceListTable: openDeviceTable,
  auditTable: openAuditTable,
  approvalTable: openApprovalTable,
  remoteHistoryTable: openRemoteHistoryTable,
  fileHistoryTable: openFileHistoryTable,
  alertHistoryTable: openAlertHistoryTable,
  accessHistoryTable: openAccessHistoryTable,
  deletedHistoryTable: openDeletedHistoryTable,
  remoteStatisticsTable: openRemoteStatisticsTable,
  alertStatisticsTable: openAlertStatisticsTable,
  rankingTable: openRankingTable,
  managersTable: openUsersTable,
};

/** A workbook is mostly compression; more at once would only share the processor. */
const MAX_AT_ONCE = 2;
const CHUNK_BYTES = 512 * 1_024;
const PROGRESS_INTERVAL_MS = 500;

/** The export was cancelled, or another attempt writes it. */
class Superseded extends Error {}

/**
 * Writes the file of an export. Its pieces are invisible until the last one is stored, so that no half file is offered
 * when this process ends; the next attempt begins anew.
 */
export const exportsWorker = defineWorker(
  'exports',
  async (deps, { id }, job) => {
    const { database, now } = deps;
    const found = await database.asSystem((tx) => beginAttempt(tx, id, new Date(now())));
    if (!found) return;
    try {
      const written = await withV8OptimizeForSize(() => write(deps, found));
      await announceEnd(deps, found, (tx) => finishExport(tx, found, { ...written, at: new Date(now()) }));
    } catch (cause) {
      if (cause instanceof Superseded) return;
      const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
      if (isLast)
        await announceEnd(deps, found, async (tx) => (await failExport(tx, found, new Date(now()))).length > 0);
      throw cause;
    }
  },
  { concurrency: MAX_AT_ONCE },
);

/** @param markEnded stores the end; false when another attempt has ended the export before */
const announceEnd = (
  deps: Deps,
  { companyFk, userFk, id }: Export,
  markEnded: (tx: ChangeTx) => Promise<boolean>,
): Promise<void> =>
  commitChange(deps, companyFk, async (tx) => {
    if (await markEnded(tx)) announceOnCommit(tx, { kind: 'export', to: [userFk], id });
  });

/** @throws Error when the reader has lost the right to the list */
function openTable(deps: Deps, of: Export, reader: ExportRequester): Promise<ExportTable> {
  const kind = of.request.export_id;
  if (accessDenial(reader, exportAccess[kind])) throw new Error('the user may not read the list any more');
  const open = openers[kind] as OpenTable<ExportKind>;
  return open(deps, of, { request: of.request, reader });
}

/** @returns the number of rows, and the devices that were to be written */
async function write(deps: Deps, of: Export): Promise<{ rows: number; devicePks: DevicePk[] }> {
  const { database, now } = deps;
  const reader = await database.readAll((tx) => readExportRequester(tx, of, new Date(now())));
  if (!reader) throw new Error('the user may not sign in any more');
  const table = await openTable(deps, of, reader);
  if (table.devicePks.length > 0) await database.asSystem((tx) => writeExportDevicePks(tx, of, table.devicePks));
  const report = createProgress(deps, of, table.total);
  let written = 0;

  const rows = async function* (): AsyncGenerator<readonly WorkbookCell[]> {
    for await (const batch of table.batches()) {
      yield* batch;
      written += batch.length;
      await report(written);
    }
  };

  let pieces: Uint8Array[] = [];
  let size = 0;
  let n = 0;
  const store = async () => {
    const data = Buffer.concat(pieces, size);
    await database.asSystem((tx) => writeChunk(tx, of, n, data));
    [pieces, size, n] = [[], 0, n + 1];
  };
  for await (const piece of writeWorkbook(table.sheet, rows())) {
    pieces.push(piece);
    size += piece.length;
    if (size >= CHUNK_BYTES) await store();
  }
  if (size > 0) await store();
  return { rows: written, devicePks: table.devicePks };
}

/** Stores the progress twice a second. @throws Superseded */
function createProgress({ database, now }: Deps, of: Export, total: number): (rows: number) => Promise<void> {
  let next = 0;
  return async (rows) => {
    if (now() < next) return;
    next = now() + PROGRESS_INTERVAL_MS;
    const percent = Math.min(99, Math.floor((100 * rows) / Math.max(1, total)));
    const isMine = await database.asSystem((tx) =>
      writeProgressUnlessReplaced(tx, of, { rows, percent, at: new Date(now()) }),
    );
    if (!isMine) throw new Superseded();
  };
}
