import type { ExportRequest } from '@vigil/shared/contract/http/exports';
import type { Deps } from '../deps.ts';
import { openAccessHistoryTable } from './access-history-table.ts';
import { openAlertHistoryTable } from './alert-history-table.ts';
import { openApprovalTable } from './approval-table.ts';
import { openAuditTable } from './audit-table.ts';
import { openDeletedHistoryTable } from './deleted-history-table.ts';
import { openDeviceTable } from './device-table.ts';
import { openFileHistoryTable } from './file-history-table.ts';
import type { Export, ExportRequester } from './queries.ts';
import { openRankingTable } from './ranking-table.ts';
import { openRemoteHistoryTable } from './remote-history-table.ts';
import { openAlertStatisticsTable, openRemoteStatisticsTable } from './statistics-table.ts';
import type { ExportTable } from './table.ts';
import { openUsersTable } from './users-table.ts';

type ListKind = ExportRequest['export_id'];

type OpenTable<K extends ListKind> = (
  deps: Deps,
  of: Export,
  asked: { request: Extract<ExportRequest, { export_id: K }>; reader: ExportRequester },
) => Promise<ExportTable>;

const openers: { readonly [K in ListKind]: OpenTable<K> } = {
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

/** The list that a request names, as its reader may see it. */
export function openListTable(
  deps: Deps,
  of: Export,
  { request, reader }: { readonly request: ExportRequest; readonly reader: ExportRequester },
): Promise<ExportTable> {
  const open = openers[request.export_id] as OpenTable<ListKind>;
  return open(deps, of, { request, reader });
}
