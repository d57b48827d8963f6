import { setFlagsFromString } from 'node:v8';
import { exportAccess, type ExportRequest } from '@vigil/shared/contract/http/exports';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { accessDenial } from '@vigil/shared/domain/permissions';
import { announceOnCommit, commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { writeWorkbook, type WorkbookCell } from '@vigil/shared/spreadsheets/write-workbook';
import { defineWorker } from '../define-worker.ts';
import type { Deps } from '../deps.ts';
import { countCompanyData, writeCompanyData } from './company-data.ts';
import { openListTable } from './open-list-table.ts';
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

let running = 0;

/**
 * Runs `work` while V8 optimizes for memory: garbage is collected earlier, and the heap stays small. An export creates
 * much garbage and keeps little; without this, the heap grows to twice the size that it needs, and an idle process
 * never returns the rest to the system (see infra/bundles/compact-start.ts).
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

/** What is written: the bytes of a file, the devices that it tells of, and how many rows it has so far. */
interface ExportFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly devicePks: DevicePk[];
  readonly rows: () => number;
}

async function openWorkbook(
  deps: Deps,
  of: Export,
  { request, reader }: { request: ExportRequest; reader: ExportRequester },
): Promise<ExportFile> {
  const table = await openListTable(deps, of, { request, reader });
  if (table.devicePks.length > 0) await deps.database.asSystem((tx) => writeExportDevicePks(tx, of, table.devicePks));
  const report = createProgress(deps, of, table.total);
  let written = 0;
  const rows = async function* (): AsyncGenerator<readonly WorkbookCell[]> {
    for await (const batch of table.batches()) {
      yield* batch;
      written += batch.length;
      await report(written);
    }
  };
  return { bytes: writeWorkbook(table.sheet, rows()), devicePks: table.devicePks, rows: () => written };
}

async function openCompanyData(deps: Deps, of: Export, reader: ExportRequester): Promise<ExportFile> {
  const report = createProgress(deps, of, await countCompanyData(deps, of));
  let written = 0;
  const add = async (more: number) => {
    written += more;
    await report(written);
  };
  // Only administrators have it, who see every device.
  return { bytes: writeCompanyData({ deps, of, reader, report: add }), devicePks: [], rows: () => written };
}

/** @throws Error when the reader has lost the right to the list */
function openFile(deps: Deps, of: Export, reader: ExportRequester): Promise<ExportFile> {
  const { request } = of;
  if (accessDenial(reader, exportAccess[request.export_id])) throw new Error('the user may not read the list any more');
  return request.export_id === 'companyData'
    ? openCompanyData(deps, of, reader)
    : openWorkbook(deps, of, { request, reader });
}

/** @returns the number of rows, and the devices that were to be written */
async function write(deps: Deps, of: Export): Promise<{ rows: number; devicePks: DevicePk[] }> {
  const { database, now } = deps;
  const reader = await database.readAll((tx) => readExportRequester(tx, of, new Date(now())));
  if (!reader) throw new Error('the user may not sign in any more');
  const { bytes, devicePks, rows } = await openFile(deps, of, reader);

  let pieces: Uint8Array[] = [];
  let size = 0;
  let n = 0;
  const store = async () => {
    const data = Buffer.concat(pieces, size);
    await database.asSystem((tx) => writeChunk(tx, of, n, data));
    [pieces, size, n] = [[], 0, n + 1];
  };
  for await (const piece of bytes) {
    pieces.push(piece);
    size += piece.length;
    if (size >= CHUNK_BYTES) await store();
  }
  if (size > 0) await store();
  return { rows: rows(), devicePks };
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
