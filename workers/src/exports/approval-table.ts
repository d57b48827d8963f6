import { listApprovals } from '@vigil/shared/contract/http/approvals';
import type { ApprovalExport } from '@vigil/shared/contract/http/exports';
import type { Language } from '@vigil/shared/contract/languages';
import { approvalStatus, type ApprovalRequestStatus } from '@vigil/shared/domain/approval-actions';
import { selectApprovalPage, type ApprovalWithDevice } from '@vigil/shared/platform/approval-queries';
import type { WorkbookCell, WorkbookColumn } from '@vigil/shared/spreadsheets/write-workbook';
import { byLanguage } from '@vigil/shared/texts/by-language';
import type { Deps } from '../deps.ts';
import { exportTexts } from '../texts/export-texts.ts';
import type { Export, ExportRequester } from './queries.ts';
import type { ExportTable } from './table.ts';

const ROWS_PER_READ = 1_000;

const sheets: { readonly [L in Language]: { readonly name: string; readonly headers: readonly string[] } } = byLanguage(
  exportTexts,
  'approvals',
);
const widths = [28, 18, 20, 20, 20, 24, 24, 16, 40, 40];
const times = new Set([2, 3, 4]);

const statuses: { readonly [L in Language]: { readonly [S in ApprovalRequestStatus]: string } } = byLanguage(
  exportTexts,
  'approvalStates',
);

function approvalSheetLayout(language: Language): ExportTable['sheet'] {
  const { name, headers } = sheets[language];
  const columns = headers.map((header, i): WorkbookColumn => ({
    header,
    width: widths[i] ?? 20,
    ...(times.has(i) ? { format: 'time' as const } : {}),
  }));
  return { name, columns };
}

/** Requests for access that a user made or decides. */
export async function openApprovalTable(
  { database, now }: Deps,
  { companyFk, userFk, language }: Export,
  { request, reader }: { request: ApprovalExport; reader: ExportRequester },
): Promise<ExportTable> {
  const { export_id: _, ...filter } = request;
  const at = now();
  const read = (page: { limit: number; offset: number }) =>
    database.read(companyFk, (tx) =>
      selectApprovalPage(
        tx,
        { user: userFk, isAdmin: reader.isAdmin },
        { query: listApprovals.query.parse({ ...filter, ...page }), at: new Date(at) },
      ),
    );
  const cells = ({ approval, state, publicIp }: ApprovalWithDevice): WorkbookCell[] => [
    approval.deviceAlias,
    publicIp ?? '',
    reader.wallTime(approval.proposalTime),
    reader.wallTime(approval.startTime),
    reader.wallTime(approval.endTime),
    approval.requesterName || approval.requesterId,
    approval.approverName || approval.approverId,
    statuses[language][approvalStatus({ state, isOver: approval.endTime.getTime() <= at })],
    approval.approvalReason,
    approval.reactReason,
  ];
  const { total_count: total } = (await read({ limit: 0, offset: 0 })).meta;
  return {
    sheet: approvalSheetLayout(language),
    total,
    devicePks: [],
    async *batches() {
      for (let offset = 0; offset < total; offset += ROWS_PER_READ) {
        yield (await read({ limit: ROWS_PER_READ, offset })).rows.map(cells);
      }
    },
  };
}
