import type { Cell, CellValue } from 'hucre/xlsx';
import { format } from 'numfmt';
import { fromSpreadsheetText } from '../domain/spreadsheet-text.ts';

/** Why what a cell shows is not what was meant. */
export const cellProblems = ['error_value', 'lost_digits', 'formula_without_value'] as const;
export type CellProblem = (typeof cellProblems)[number];

export interface ShownText {
  readonly text: string;
  readonly problem: CellProblem | null;
}

/** A spreadsheet keeps 15 digits of a number, and makes zeros of those that follow. */
const FIRST_NUMBER_WITHOUT_ALL_DIGITS = 1e15;

/** Also as texts: what a formula had resulted in is often pasted as its value. */
const ERROR_VALUE = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NUM!|NAME\?|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!)$/u;

/** These two formats are shown as the computer of the reader writes dates, so that the file does not tell how. */
const systemFormats: Readonly<Record<string, string>> = {
  'mm-dd-yy': 'yyyy-mm-dd',
  'm/d/yy': 'yyyy-mm-dd',
  'm/d/yyyy': 'yyyy-mm-dd',
  'm/d/yy h:mm': 'yyyy-mm-dd hh:mm',
};
const SCIENTIFIC = /e[+-]/iu;
const GENERAL = /^(?:General|@)?$/iu;

const DAY_MS = 86_400_000;
/** The day of 1970-01-01, counted as spreadsheets count days. */
const DAY_OF_EPOCH = 25_569;

function formatNumber(value: number, pattern: string): string {
  if (GENERAL.test(pattern) || SCIENTIFIC.test(pattern))
    // A narrow cell shows 1.2E+11, which is no ID and no phone number; a fraction is not exact beyond some digits.
    return Number.isInteger(value) ? String(value) : format('General', value);
  try {
    return format(pattern, value).trim() || String(value);
  } catch {
    return String(value);
  }
}

function formatDate(date: Date, pattern: string | undefined): string {
  if (Number.isNaN(date.getTime())) return '';
  const hasTime = date.getTime() % DAY_MS !== 0;
  const shown = systemFormats[pattern ?? ''] ?? pattern ?? (hasTime ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd');
  return formatNumber(date.getTime() / DAY_MS + DAY_OF_EPOCH, shown);
}

function textOf(value: CellValue, pattern: string | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return formatNumber(value, pattern ?? '');
  if (value instanceof Date) return formatDate(value, pattern);
  return fromSpreadsheetText(value.trim()).trim();
}

function problemOf(value: CellValue, cell: Cell | undefined): CellProblem | null {
  if (cell?.type === 'error' || (typeof value === 'string' && ERROR_VALUE.test(value.trim()))) return 'error_value';
  // A formula that results in no text has stored the empty one.
  if (cell?.formula !== undefined && (value === null || value === undefined)) return 'formula_without_value';
  const hasLostDigits = Number.isInteger(value) && Math.abs(Number(value)) >= FIRST_NUMBER_WITHOUT_ALL_DIGITS;
  return hasLostDigits ? 'lost_digits' : null;
}

/** What a spreadsheet shows of a value. */
export const shownText = (value: CellValue, cell: Cell | undefined): ShownText => ({
  text: textOf(value, cell?.style?.numFmt),
  problem: problemOf(value, cell),
});
