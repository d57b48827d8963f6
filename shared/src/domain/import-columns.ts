import {
  overflowTitles,
  requiredColumns,
  templateExamples,
  templateHeaders,
  type TemplateKind,
} from '../contract/import-rules.ts';
import type { WorkbookCell, WorkbookRow } from '../spreadsheets/read-sheet.ts';
import type { CellProblem } from '../spreadsheets/shown-text.ts';

/** A row with at least one text in a column that is read. */
export interface SheetRow {
  /** As the spreadsheet shows it, from 1. */
  readonly number: number;
  /** In the order of the template, wherever the columns are in the sheet; empty where there is nothing. */
  readonly texts: readonly string[];
  /** Whether one of its values is what a formula had resulted in. */
  readonly hasFormula: boolean;
  readonly isHidden: boolean;
  /** The first cell that does not show what was meant; `column` is its place in the template. */
  readonly unreadable: { readonly column: number; readonly problem: CellProblem } | null;
}

export const columnProblems = ['missing_columns', 'repeated_columns'] as const;

/** Columns by their place in the template. */
interface ColumnsRefused {
  readonly problem: (typeof columnProblems)[number];
  readonly columns: readonly number[];
}

interface MatchedRows {
  readonly problem: null;
  readonly rows: readonly SheetRow[];
  /** Titles of the columns that are not read; the letter of one without a title. */
  readonly ignored: readonly string[];
  /** How many filled rows are above the titles. */
  readonly above: number;
}

/** The titles may have a heading above them, but no list. */
export const MAX_ROWS_ABOVE_TITLES = 20;

const letter = (column: number): string => {
  const last = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? last : letter(Math.floor(column / 26) - 1) + last;
};

/** Titles are the same in any case and width, with blanks and with the mark of what is required. */
const fold = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}*:]/gu, '');

function columnsByTitle(kind: TemplateKind): ReadonlyMap<string, number> {
  const languages = Object.values(templateHeaders[kind]);
  const overflow = languages[0]?.length ?? 0;
  return new Map([
    ...languages.flatMap((titles) => titles.map((title, column): [string, number] => [fold(title), column])),
    ...overflowTitles[kind].map((title): [string, number] => [fold(title), overflow]),
  ]);
}

/** The row with most of the titles, among the first; undefined: none has any. */
function findTitles(rows: readonly WorkbookRow[], byTitle: ReadonlyMap<string, number>): number | undefined {
  const counts = rows
    .slice(0, MAX_ROWS_ABOVE_TITLES)
    .map(({ cells }) => new Set(cells.map(({ text }) => fold(text)).filter((title) => byTitle.has(title))).size);
  const most = Math.max(0, ...counts);
  return most === 0 ? undefined : counts.indexOf(most);
}

/** For each column of the sheet its place in the template; undefined: it is not read. */
function placesOf(
  kind: TemplateKind,
  titles: readonly WorkbookCell[],
  byTitle: ReadonlyMap<string, number>,
): readonly (number | undefined)[] {
  const places = titles.map(({ text }) => byTitle.get(fold(text)));
  const overflow = templateHeaders[kind].en.length;
  const next = places.findLastIndex((place) => place !== undefined) + 1;
  // Behind the last level, a column without a title is read as one level more.
  const isOverflow = overflowTitles[kind].length > 0 && !places.includes(overflow) && (titles[next]?.text ?? '') === '';
  return isOverflow ? [...places.slice(0, next), overflow, ...places.slice(next + 1)] : places;
}

function toSheetRow(row: WorkbookRow, columns: readonly (number | undefined)[], keepsMerged: boolean): SheetRow | null {
  const cells = columns.map((column) => (column === undefined ? undefined : row.cells[column]));
  const read = cells.map((cell) => (cell?.isMerged && !keepsMerged ? undefined : cell));
  // What a row shows only together with the rows above it makes no row.
  const isOwn = read.some((cell) => cell && !cell.isMerged && (cell.text !== '' || cell.problem !== null));
  if (!isOwn) return null;
  const column = read.findIndex((cell) => cell && cell.problem !== null);
  const problem = read[column]?.problem ?? null;
  return {
    number: row.number,
    texts: read.map((cell) => cell?.text ?? ''),
    hasFormula: read.some((cell) => cell?.hasFormula === true),
    isHidden: row.isHidden,
    unreadable: problem === null ? null : { column, problem },
  };
}

const joined = (texts: readonly string[]): string => texts.join('\n').trimEnd();

/** The rows below the titles of a template say how one is filled in, and are left there by many. */
const isExample = (kind: TemplateKind, { texts }: SheetRow): boolean =>
  Object.values(templateExamples[kind]).some((rows) => rows.some((row) => joined(row) === joined(texts)));

/**
 * The rows below the titles of a sheet, without those that the template has as an example. Columns are found by their
 * titles, in any language and order. A merged cell counts for each of its rows, but for the levels of groups: there the
 * rows below it are below its group.
 */
export function matchColumns(kind: TemplateKind, rows: readonly WorkbookRow[]): MatchedRows | ColumnsRefused {
  const byTitle = columnsByTitle(kind);
  const required = requiredColumns[kind];
  const at = findTitles(rows, byTitle);
  const titles = (at === undefined ? undefined : rows[at])?.cells ?? [];
  const places = placesOf(kind, titles, byTitle);
  const missing = required.filter((place) => !places.includes(place));
  if (at === undefined || missing.length > 0) return { problem: 'missing_columns', columns: missing };
  const repeated = places.filter((place, column) => place !== undefined && places.indexOf(place) !== column);
  if (repeated.length > 0)
    return { problem: 'repeated_columns', columns: [...new Set(repeated)].filter((place) => place !== undefined) };

  const below = rows.slice(at + 1);
  const count = templateHeaders[kind].en.length + (overflowTitles[kind].length > 0 ? 1 : 0);
  const columns = Array.from({ length: count }, (_, place) => {
    const column = places.indexOf(place);
    return column === -1 ? undefined : column;
  });
  const isFilled = (column: number) => below.some(({ cells }) => (cells[column]?.text ?? '') !== '');
  const width = Math.max(titles.length, ...below.map(({ cells }) => cells.length));
  const ignored = Array.from({ length: width }, (_, column) => column).flatMap((column) => {
    const title = titles[column]?.text ?? '';
    if (places[column] !== undefined || (title === '' && !isFilled(column))) return [];
    return title === '' ? letter(column) : title;
  });
  const keepsMerged = kind !== 'groups';
  const read = below
    .map((row) => toSheetRow(row, columns, keepsMerged))
    .filter((row) => row !== null)
    .filter((row) => !isExample(kind, row));
  return { problem: null, rows: read, ignored, above: at };
}
