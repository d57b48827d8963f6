import type { AccessHistoryExport } from '@vigil/shared/contract/http/exports';
import { listAccessHistory } from '@vigil/shared/contract/http/histories';
import type { Language } from '@vigil/shared/contract/languages';
import { DESKTOP_MANAGER } from '@vigil/shared/domain/desktop-manager';
import { selectAccessHistoryPage, type AccessHistoryRecord } from '@vigil/shared/platform/histories/access-history';
import type { WorkbookCell } from '@vigil/shared/spreadsheets/write-workbook';
import { byLanguage } from '@vigil/shared/texts/by-language';
import type { Deps } from '../deps.ts';
import { exportTexts } from '../texts/export-texts.ts';
import { openHistory, sheetColumns } from './open-history.ts';
import type { Export, ExportRequester } from './queries.ts';
import type { ExportTable } from './table.ts';

const sheets: { readonly [L in Language]: { readonly name: string; readonly headers: readonly string[] } } = byLanguage(
  exportTexts,
  'signIns',
);
const layout = { widths: [28, 22, 18, 18, 20, 20, 20], times: [5] };

export function openAccessHistoryTable(
  { database }: Deps,
  { companyFk, language }: Export,
  { request, reader }: { request: AccessHistoryExport; reader: ExportRequester },
): Promise<ExportTable> {
  const { name, headers } = sheets[language];
  const cells = (row: AccessHistoryRecord): WorkbookCell[] => [
    row.mgrid,
    row.name,
    row.ip,
    row.privateIp,
    row.browser === '' ? DESKTOP_MANAGER : row.browser,
    reader.wallTime(row.at),
    exportTexts[language].signInOrigins[row.loginFrom],
  ];
  return openHistory({
    sheet: { name, columns: sheetColumns(headers, layout) },
    read: (page, countRows) =>
      database.read(companyFk, (tx) =>
        selectAccessHistoryPage(tx, reader, {
          query: listAccessHistory.query.parse({ ...request, ...page }),
          ...(countRows && { countRows }),
        }),
      ),
    cells,
    deviceOf: () => null,
  });
}
