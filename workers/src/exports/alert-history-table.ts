import type { AlertHistoryExport } from '@vigil/shared/contract/http/exports';
import { listAlertHistory } from '@vigil/shared/contract/http/histories';
import type { Language } from '@vigil/shared/contract/languages';
import { thresholdNames } from '@vigil/shared/domain/audit-fields';
import { osNames } from '@vigil/shared/domain/os-names';
import { alertKindOf } from '@vigil/shared/domain/thresholds';
import { selectAlertHistoryPage, type AlertHistoryRecord } from '@vigil/shared/platform/histories/alert-history';
import type { WorkbookCell } from '@vigil/shared/spreadsheets/write-workbook';
import { byLanguage } from '@vigil/shared/texts/by-language';
import type { Deps } from '../deps.ts';
import { exportTexts } from '../texts/export-texts.ts';
import { openHistory, sheetColumns } from './open-history.ts';
import type { Export, ExportRequester } from './queries.ts';
import type { ExportTable } from './table.ts';

const sheets: { readonly [L in Language]: { readonly name: string; readonly headers: readonly string[] } } = byLanguage(
  exportTexts,
  'alerts',
);
const layout = { widths: [28, 20, 10, 24, 12, 20], times: [1, 5] };

export function openAlertHistoryTable(
  { database }: Deps,
  { companyFk, language }: Export,
  { request, reader }: { request: AlertHistoryExport; reader: ExportRequester },
): Promise<ExportTable> {
  const { name, headers } = sheets[language];
  const cells = (row: AlertHistoryRecord): WorkbookCell[] => [
    row.deviceAlias,
    reader.wallTime(row.raisedAt),
    osNames[row.osId],
    thresholdNames[alertKindOf(row.alertCode)]?.[language] ?? row.alertCode,
    row.value,
    reader.wallTime(row.endedAt),
  ];
  return openHistory({
    sheet: { name, columns: sheetColumns(headers, layout) },
    read: (page, countRows) =>
      database.read(companyFk, (tx) =>
        selectAlertHistoryPage(tx, reader, {
          query: listAlertHistory.query.parse({ ...request, ...page }),
          ...(countRows && { countRows }),
        }),
      ),
    cells,
    deviceOf: (row) => row.deviceFk,
  });
}
