import { writeXlsx } from 'hucre/xlsx';
import { toWorkbookText } from '../domain/spreadsheet-text.ts';

interface TextSheet {
  readonly name: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows below that are empty, and text as well. */
  readonly blankRows?: number;
}

/** In characters. */
const WIDTH = 24;

/** Spreadsheets keep what is typed into such a cell as it is: a phone number keeps its first zero. */
const TEXT = '@';

/** A workbook whose cells are all text. */
export function writeTextSheet({ name, titles, rows, blankRows = 0 }: TextSheet): Promise<Uint8Array> {
  const blank = Array.from({ length: blankRows }, () => titles.map(() => null));
  const filled = rows.map((row) => row.map(toWorkbookText));
  return writeXlsx({
    sheets: [
      {
        name,
        columns: titles.map(() => ({ width: WIDTH, numFmt: TEXT })),
        rows: [titles.map(toWorkbookText), ...filled, ...blank],
        freezePane: { rows: 1 },
      },
    ],
  });
}
