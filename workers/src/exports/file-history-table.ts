import type { FileHistoryExport } from '@vigil/shared/contract/http/exports';
import { listFileHistory } from '@vigil/shared/contract/http/histories';
import type { Language } from '@vigil/shared/contract/languages';
import { selectFileHistoryPage, type FileHistoryRecord } from '@vigil/shared/platform/histories/file-history';
import type { WorkbookCell } from '@vigil/shared/spreadsheets/write-workbook';
import { byLanguage } from '@vigil/shared/texts/by-language';
import type { Deps } from '../deps.ts';
import { exportTexts } from '../texts/export-texts.ts';
import { openHistory, sheetColumns } from './open-history.ts';
import type { Export, ExportRequester } from './queries.ts';
import type { ExportTable } from './table.ts';

interface Texts {
  readonly name: string;
  readonly headers: readonly string[];
  readonly upload: string;
  readonly download: string;
}

const texts: { readonly [L in Language]: Texts } = byLanguage(exportTexts, 'files');
const layout = { widths: [20, 20, 28, 28, 40, 18, 16], times: [0, 1] };

export function openFileHistoryTable(
  { database }: Deps,
  { companyFk, language }: Export,
  { request, reader }: { request: FileHistoryExport; reader: ExportRequester },
): Promise<ExportTable> {
  const { name, headers, ...directions } = texts[language];
  const cells = (row: FileHistoryRecord): WorkbookCell[] => [
    reader.wallTime(row.startTime),
    reader.wallTime(row.endTime),
    row.mgrid,
    row.deviceAlias,
    row.name,
    directions[row.action],
    row.size,
  ];
  return openHistory({
    sheet: { name, columns: sheetColumns(headers, layout) },
    read: (page, countRows) =>
      database.read(companyFk, (tx) =>
        selectFileHistoryPage(tx, reader, {
          query: listFileHistory.query.parse({ ...request, ...page }),
          ...(countRows && { countRows }),
        }),
      ),
    cells,
    deviceOf: (row) => row.deviceFk,
  });
}
