import type { RemoteHistoryExport } from '@vigil/shared/contract/http/exports';
import { listRemoteHistory } from '@vigil/shared/contract/http/histories';
import type { Language } from '@vigil/shared/contract/languages';
import { remoteSessionEndNames } from '@vigil/shared/domain/audit-fields';
import { osNames } from '@vigil/shared/domain/os-names';
import { selectRemoteHistoryPage, type RemoteHistoryRecord } from '@vigil/shared/platform/histories/remote-history';
import type { WorkbookCell } from '@vigil/shared/spreadsheets/write-workbook';
import { byLanguage } from '@vigil/shared/texts/by-language';
import type { Deps } from '../deps.ts';
import { exportTexts } from '../texts/export-texts.ts';
import { openHistory, sheetColumns } from './open-history.ts';
import type { Export, ExportRequester } from './queries.ts';
import type { ExportTable } from './table.ts';

const CHECK_MARK = '✓';

const sheets: { readonly [L in Language]: { readonly name: string; readonly headers: readonly string[] } } = byLanguage(
  exportTexts,
  'remoteSessions',
);
const layout = { widths: [28, 22, 28, 18, 18, 10, 18, 18, 10, 20, 20, 14, 20, 34], times: [9, 10] };

export function openRemoteHistoryTable(
  { database }: Deps,
  { companyFk, language }: Export,
  { request, reader }: { request: RemoteHistoryExport; reader: ExportRequester },
): Promise<ExportTable> {
  const { name, headers } = sheets[language];
  const cells = (row: RemoteHistoryRecord): WorkbookCell[] => [
    row.mgrid,
    row.userName,
    row.deviceAlias,
    row.hostPublicIp,
    row.hostPrivateIp,
    osNames[row.hostOsId],
    row.viewerPublicIp,
    row.viewerPrivateIp,
    row.viewerOsId === null ? null : osNames[row.viewerOsId],
    reader.wallTime(row.redeemedAt),
    reader.wallTime(row.endedAt),
    row.security === 1 ? CHECK_MARK : null,
    exportTexts[language].sessionTypes[row.type],
    row.endReason === null ? null : remoteSessionEndNames[row.endReason][language],
  ];
  return openHistory({
    sheet: { name, columns: sheetColumns(headers, layout) },
    read: (page, countRows) =>
      database.read(companyFk, (tx) =>
        selectRemoteHistoryPage(tx, reader, {
          query: listRemoteHistory.query.parse({ ...request, ...page }),
          ...(countRows && { countRows }),
        }),
      ),
    cells,
    deviceOf: (row) => row.deviceFk,
  });
}
