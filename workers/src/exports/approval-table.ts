import { listApprovals } from '@vigil/shared/contract/http/approvals';
import type { ApprovalExport } from '@vigil/shared/contract/http/exports';
import type { Language } from '@vigil/shared/contract/languages';
import { approvalStatus, type ApprovalRequestStatus } from '@vigil/shared/domain/approval-actions';
import { selectApprovalPage, type ApprovalWithDevice } from '@vigil/shared/platform/approval-queries';
import type { WorkbookCell, WorkbookColumn } from '@vigil/shared/spreadsheets/write-workbook';
import type { Deps } from '../deps.ts';
import type { Export, ExportRequester } from './queries.ts';
import type { ExportTable } from './table.ts';

const ROWS_PER_READ = 1_000;

const sheets: { readonly [L in Language]: { readonly name: string; readonly headers: readonly string[] } } = {
  en: {
    name: 'Approvals',
    headers: [
      'Device',
      'IP',
      'Requested on',
      'Start',
      'End',
      'Requested by',
      'Approver',
      'Status',
      'Reason',
      'Reason for rejection',
    ],
  },
  ko: {
    name: '승인',
    headers: ['장치', 'IP', '신청일', '시작', '종료', '신청자', '승인자', '상태', '사유', '거절 사유'],
  },
  ja: {
    name: '承認',
    headers: ['デバイス', 'IP', '申請日', '開始', '終了', '申請者', '承認者', '状態', '理由', '却下の理由'],
  },
};
const widths = [28, 18, 20, 20, 20, 24, 24, 16, 40, 40];
const times = new Set([2, 3, 4]);

const statuses: { readonly [L in Language]: { readonly [S in ApprovalRequestStatus]: string } } = {
  en: {
    in_progress: 'In progress',
    lapsed: 'Lapsed',
    rejected: 'Rejected',
    approved: 'Approved',
    ended: 'Ended',
    device_deleted: 'Device deleted',
  },
  ko: {
    in_progress: '진행 중',
    lapsed: '기간 만료',
    rejected: '거절됨',
    approved: '승인됨',
    ended: '종료됨',
    device_deleted: '장치 삭제됨',
  },
  ja: {
    in_progress: '処理中',
    lapsed: '期限切れ',
    rejected: '却下',
    approved: '承認済み',
    ended: '終了',
    device_deleted: 'デバイス削除済み',
  },
};

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
        listApprovals.query.parse({ ...filter, ...page }),
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
