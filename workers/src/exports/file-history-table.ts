import { listFileHistory } from '@vigil/shared/contract/http/histories';
import type { FileHistoryExport } from '@vigil/shared/contract/http/exports';
import type { Language } from '@vigil/shared/contract/languages';
import { selectFileHistoryPage, type FileHistoryRecord } from '@vigil/shared/platform/histories/file-history';
import type { WorkbookCell } from '@vigil/shared/spreadsheets/write-workbook';
import type { Deps } from '../deps.ts';
import { openHistory, sheetColumns } from './open-history.ts';
import type { Export, ExportRequester } from './queries.ts';
import type { ExportTable } from './table.ts';

interface Texts {
  readonly name: string;
  readonly headers: readonly string[];
  readonly upload: string;
  readonly download: string;
}

const texts: { readonly [L in Language]: Texts } = {
  en: {
    name: 'File transfers',
    headers: ['Start', 'End', 'ID', 'Device', 'File', 'Direction', 'Size in bytes'],
    upload: 'User → device',
    download: 'Device → user',
  },
  ko: {
    name: '파일 전송 이력',
    headers: ['시작', '종료', '아이디', '장치', '파일', '방향', '크기(바이트)'],
    upload: '사용자 → 장치',
    download: '장치 → 사용자',
  },
  ja: {
    name: 'ファイル転送履歴',
    headers: ['開始', '終了', 'ID', 'デバイス', 'ファイル', '方向', 'サイズ（バイト）'],
    upload: 'ユーザー → デバイス',
    download: 'デバイス → ユーザー',
  },
};
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
