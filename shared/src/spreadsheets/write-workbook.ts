import type { CellValue } from 'hucre/xlsx';
import { toWorkbookText } from '../domain/spreadsheet-text.ts';

/** A text, a number, or a moment as the wall clock of the reader shows it (see `wallTime`). */
export type WorkbookCell = CellValue;

export interface WorkbookColumn {
  readonly header: string;
  /** In characters. */
  readonly width: number;
  readonly format?: keyof typeof formats;
}

const formats = {
  time: 'yyyy-mm-dd hh:mm:ss',
  day: 'yyyy-mm-dd',
  month: 'yyyy-mm',
  percent: '0.0"%"',
  finePercent: '0.00"%"',
} as const;

/** A workbook with one sheet, in pieces, while its rows are still being read. */
export async function* writeWorkbook(
  sheet: { readonly name: string; readonly columns: readonly WorkbookColumn[] },
  rows: AsyncIterable<readonly WorkbookCell[]>,
): AsyncGenerator<Uint8Array> {
  // Few processes write workbooks, and most of them seldom.
  const { writeXlsxStream } = await import('hucre/xlsx');
  const cells = async function* () {
    for await (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? toWorkbookText(cell) : cell));
  };
  const columns = sheet.columns.map(({ header, width, format }) => ({
    header,
    width,
    ...(format ? { numFmt: formats[format] } : {}),
  }));
  yield* writeXlsxStream(cells(), { name: sheet.name, columns, freezePane: { rows: 1 } });
}
