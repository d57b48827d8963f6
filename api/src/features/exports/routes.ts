import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { publicAccess } from '@vigil/shared/contract/access';
import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import {
  deleteExport,
  exportAccess,
  listExports,
  postExport,
  type ExportRequest,
  type ExportRow,
} from '@vigil/shared/contract/http/exports';
import { ExportId } from '@vigil/shared/contract/ids';
import { parseDateRange } from '@vigil/shared/contract/list-query';
import type { ExportKind } from '@vigil/shared/contract/names';
import { Problem } from '@vigil/shared/contract/problems';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { accessDenial } from '@vigil/shared/domain/permissions';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { writeAudits } from '@vigil/shared/platform/audits';
import { commitChange, queueJobsOnCommit } from '@vigil/shared/platform/changes/commit-change';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { parseTypedDateRange, readUserTimeZone } from '../../access/date-range.ts';
import { problemOfDenial } from '../../access/viewer.ts';
import type { Deps } from '../../deps.ts';
import { languageOfAcceptHeader } from '../../http/problems.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { sessionOfExportSignature, signedExportUrl } from './export-url.ts';
import {
  readExportSize,
  deleteOwnExport,
  findReady,
  findReusableExport,
  insertExport,
  lockExportRequests,
  markDownloaded,
  readChunk,
  selectExports,
  type ExportWithUnreadDevices,
} from './queries.ts';

/**
 * A client that polls with the same request gets its file for this long, until it has fetched it; later the request is
 * a new export.
 */
const SAME_REQUEST_MS = 30_000;

const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const contentTypeOf = (kind: ExportKind): string => (kind === 'companyData' ? 'application/zip' : WORKBOOK_TYPE);

const FileAddress = z.object({ id: ExportId, file_name: z.string() });
const Signature = z.object({ sig: z.string().max(300) });

const fileNames: { readonly [K in ExportRequest['export_id']]: string } = {
  deviceListTable: 'devices',
  auditTable: 'audit',
  approvalTable: 'approvals',
  remoteHistoryTable: 'remote_history',
  fileHistoryTable: 'file_history',
  alertHistoryTable: 'alert_history',
  accessHistoryTable: 'login_history',
  deletedHistoryTable: 'deleted_devices',
  remoteStatisticsTable: 'remote_statistics',
  alertStatisticsTable: 'alert_statistics',
  rankingTable: 'top_10',
  managersTable: 'users',
};

/** An export needs the right to its list. @throws Problem as the list */
function checkRight(caller: Caller, kind: ExportKind): void {
  const access = exportAccess[kind];
  const denial = accessDenial(caller, access);
  if (denial) throw problemOfDenial(denial, access);
}

/**
 * The request with its days as points in time of the caller's clock.
 * @throws Problem `malformed`, `date_validate_error`
 */
function withPointsInTime(typed: ExportRequest, timeZoneId: number): ExportRequest {
  if (!('start_date' in typed || 'end_date' in typed)) return typed;
  const body = parseTypedDateRange(typed, { timeZoneId, part: 'body' });
  parseDateRange(body, 'body');
  return body;
}

/** The day is that of the reader. */
const fileNameOf = (kind: ExportRequest['export_id'], zone: number, now: number): string =>
  `${fileNames[kind]}_${new Intl.DateTimeFormat('en-CA', { timeZone: timeZoneOf(zone).name }).format(now)}.xlsx`;

/** Exports are asked for here, written by workers, and downloaded here. */
export function registerExportRoutes(app: FastifyInstance, routes: RouteRegistry, deps: Deps): void {
  const { database, accessPolicies, keyRing, now } = deps;
  const limits = createRateLimits(deps);

  const addressOf = ({ id, fileName, state }: ExportWithUnreadDevices, { id: session }: Caller): string =>
    state === 'ready' ? signedExportUrl(keyRing, { id, fileName }, { session, now: now() }) : '';

  const wire = (row: ExportWithUnreadDevices, caller: Caller): ExportRow => ({
    id: row.id,
    export_id: row.kind,
    state: row.state,
    percent: row.percent,
    rows: row.rows,
    unread: row.unread,
    file_name: row.fileName,
    download_url: addressOf(row, caller),
    downloaded: row.downloaded,
    created_at: row.createdAt.toISOString(),
  });

  routes.change(postExport, {
    rule: async (tx, { caller, body: typed, request }) => {
      const timeZoneId = await readUserTimeZone(tx, caller.user);
      const body = withPointsInTime(typed, timeZoneId);
      checkRight(caller, body.export_id);
      const at = new Date(now());
      await lockExportRequests(tx, caller.user);
      const readyAfter = new Date(at.getTime() - SAME_REQUEST_MS);
      const same = await findReusableExport(tx, caller, { request: body, readyAfter });
      if (same) return same;
      await limits.take('export', { account: String(caller.user) });
      await writeAudits(tx, caller, [
        { code: auditCode.exported, type: auditTypeIds.action, subject: null, newValue: body.export_id },
      ]);
      const id = ExportId.parse(randomUUID());
      // Workers find one whose job was not added.
      queueJobsOnCommit(tx, 'exports', [{ id, data: { id } }]);
      return insertExport(tx, {
        id,
        companyFk: caller.company,
        userFk: caller.user,
        kind: body.export_id,
        request: body,
        language: languageOfAcceptHeader(request),
        fileName: fileNameOf(body.export_id, timeZoneId, at.getTime()),
        state: 'waiting',
        createdAt: at,
        changedAt: at,
      });
    },
    reply: (row, { caller }) => {
      const { id, percent, rows } = row;
      const url = addressOf(row, caller);
      return {
        objects: url === '' ? {} : { download_url: url, file_name: row.fileName },
        meta: { id, percent, rows },
      };
    },
  });

  routes.on(listExports, async ({ caller }) => {
    const rows = await database.read(caller.company, (tx) => selectExports(tx, caller));
    return { objects: rows.map((row) => wire(row, caller)) };
  });

  routes.change(deleteExport, {
    rule: async (tx, { caller, params }) => {
      const deleted = await deleteOwnExport(tx, caller.user, params.id);
      if (deleted.length === 0) throw new Problem('not_found');
      return [params.id];
    },
  });

  // The signature names the session, which has to be open still.
  app.get(`${API_BASE}/exports/:id/:file_name`, { config: { access: publicAccess } }, async (request, reply) => {
    const { success, data } = z
      .object({ params: FileAddress, query: Signature })
      .safeParse({ params: request.params, query: request.query });
    if (!success) throw new Problem('not_found');
    const { id } = data.params;
    const sessionId = sessionOfExportSignature(keyRing, id, data.query.sig, now());
    const session = sessionId === null ? null : await app.sessions.find(sessionId);
    if (!session || (await accessPolicies.denialOf(session.company, request.ip))) throw new Problem('not_found');
    const { company } = session;
    const found = await commitChange(deps, company, async (tx) => {
      const row = await findReady(tx, session, id);
      if (!row) return undefined;
      await markDownloaded(tx, row);
      return { row, ...(await readExportSize(tx, row)) };
    });
    if (!found) throw new Problem('not_found');
    const pieces = async function* (): AsyncGenerator<Buffer> {
      for (let n = 0; n < found.chunks; n += 1) {
        const piece = await database.read(company, (tx) => readChunk(tx, found.row, n));
        if (!piece) throw new Error('the export was deleted while it was downloaded');
        yield piece;
      }
    };
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-length': found.bytes,
        'content-disposition': `attachment; filename="${found.row.fileName}"`,
      })
      .type(contentTypeOf(found.row.kind))
      .send(Readable.from(pieces(), { objectMode: false }));
  });
}
