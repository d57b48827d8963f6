import { readXlsx, type Sheet } from 'hucre/xlsx';
import { MAX_IMPORT_FILE_BYTES } from '../contract/import-rules.ts';
import { compactWorkbook } from './compact-workbook.ts';
import { findLastFilledRow } from './last-filled-row.ts';
import { nonWorksheets } from './non-worksheets.ts';
import { shownText, type CellProblem } from './shown-text.ts';
import { WorkbookError } from './workbook-error.ts';
import { isUnpackedWithin, zipEntries } from './zip-budget.ts';

/** A cell as the spreadsheet shows it. */
export interface WorkbookCell {
  readonly text: string;
  readonly hasFormula: boolean;
  readonly problem: CellProblem | null;
  /** Whether the text is that of a cell above, with which this one is merged. */
  readonly isMerged: boolean;
}

/** A row with at least one text. */
export interface WorkbookRow {
  /** As the spreadsheet shows it, from 1. */
  readonly number: number;
  /** Hidden by a filter, by a closed group or by hand. */
  readonly isHidden: boolean;
  /** From the left, up to the last that was read. */
  readonly cells: readonly WorkbookCell[];
}

export interface WorkbookSheet {
  readonly name: string;
  /** All sheets that the spreadsheet shows, in their order. */
  readonly names: readonly string[];
  readonly rows: readonly WorkbookRow[];
}

/** A sheet of 1,000 rows has about one; a small file may hold a thousand times its size (zip bomb). */
const UNPACKED_BYTES = 32 * 1_048_576;
const MAX_ENTRIES = 2_000;

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const isOle = (bytes: Uint8Array): boolean => OLE.every((byte, index) => bytes[index] === byte);

/** An encrypted workbook is a file of the old kind around it, with a part of this name. */
const ENCRYPTED = 'EncryptedPackage';

function isEncrypted(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-16le');
  // Names in such files begin at even places, each 128 bytes after the one before.
  for (let at = 0; at + 2 * ENCRYPTED.length <= bytes.length; at += 128)
    if (text.decode(bytes.subarray(at, at + 2 * ENCRYPTED.length)) === ENCRYPTED) return true;
  return false;
}

/** @throws WorkbookError for a file that is not to be read */
async function assertReadable(bytes: Uint8Array): Promise<void> {
  if (isOle(bytes)) throw new WorkbookError(isEncrypted(bytes) ? 'encrypted' : 'xls');
  const entries = zipEntries(bytes);
  const names = entries.map(({ name }) => name.toLowerCase());
  if (names.some((name) => /(^|\/)(vbaproject\.bin|macrosheets\/.*)$/u.test(name))) throw new WorkbookError('macros');
  if (!names.includes('[content_types].xml')) throw new WorkbookError('no_workbook');
  const isFileTooLarge = bytes.length > MAX_IMPORT_FILE_BYTES;
  if (!isFileTooLarge && entries.length <= MAX_ENTRIES && (await isWithinBudget(bytes, entries))) return;
  const lastFilledRow = await findLastFilledRow(bytes);
  throw new WorkbookError(isFileTooLarge ? 'file_too_large' : 'too_large', { lastFilledRow });
}

const isWithinBudget = (bytes: Uint8Array, entries: ReturnType<typeof zipEntries>): Promise<boolean> =>
  isUnpackedWithin(bytes, entries, UNPACKED_BYTES);

/** The library makes a rectangle of all cells, and refuses one of 20 million. */
const MAX_CELLS = 19_000_000;
const MAX_COLUMNS = 100;

const letters = (column: number): string =>
  column < 26 ? String.fromCodePoint(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);

const isFilled = ({ text, problem }: WorkbookCell): boolean => text !== '' || problem !== null;

/** Gives each row below the first of merged cells the text that they show together. */
function fillMergedCells(byIndex: ReadonlyMap<number, WorkbookCell[]>, merges: NonNullable<Sheet['merges']>): void {
  const last = Math.max(...byIndex.keys());
  for (const { startRow, endRow, startCol } of merges) {
    const above = byIndex.get(startRow)?.[startCol];
    for (let index = startRow + 1; above && index <= Math.min(endRow, last); index += 1) {
      const row = byIndex.get(index);
      if (row) row[startCol] = { ...above, isMerged: true };
    }
  }
}

function rowsOf({ rows, cells = new Map(), rowDefs, merges = [] }: Sheet): WorkbookRow[] {
  const withDetails = new Set([...cells.keys()].map((place) => Number(place.split(',')[0])));
  const byIndex = new Map<number, WorkbookCell[]>();
  for (const [index, values] of rows.entries()) {
    if (!withDetails.has(index) && values.every((value) => value === null)) continue;
    const row = values.map((value, column): WorkbookCell => {
      const cell = cells.get(`${index},${column}`);
      return { ...shownText(value, cell), hasFormula: cell?.formula !== undefined, isMerged: false };
    });
    if (row.some(isFilled)) byIndex.set(index, row);
  }
  fillMergedCells(byIndex, merges);
  return [...byIndex].map(([index, row]) => ({
    number: index + 1,
    isHidden: rowDefs?.get(index)?.hidden === true,
    cells: row,
  }));
}

interface ReadOptions {
  /** By its name; the first that the spreadsheet shows, if none is given. */
  readonly sheet?: string | undefined;
  /** More filled rows are refused. */
  readonly maxRows: number;
}

async function readRows(given: Uint8Array, { sheet, maxRows }: ReadOptions): Promise<WorkbookSheet> {
  const { bytes, lastRow } = compactWorkbook(given);
  const columns = Math.min(MAX_COLUMNS, Math.floor(MAX_CELLS / lastRow));
  const names: string[] = [];
  const withoutCells = nonWorksheets(bytes);
  const { sheets } = await readXlsx(bytes, {
    range: `A1:${letters(columns - 1)}${lastRow}`,
    readStyles: true,
    sheets: ({ name, index, hidden = false, veryHidden = false }) => {
      if (hidden || veryHidden || withoutCells.has(index)) return false;
      names.push(name);
      return sheet === undefined ? names.length === 1 : name === sheet;
    },
  });
  const [found] = sheets;
  if (!found) throw new WorkbookError(names.length === 0 ? 'no_visible_sheet' : 'no_workbook');
  const rows = rowsOf(found);
  if (rows.length > maxRows) throw new WorkbookError('too_many_rows');
  return { name: found.name, names, rows };
}

/**
 * What a sheet of a workbook shows, as texts. A formula counts as its stored value.
 * @throws WorkbookError
 */
export async function readSheet(bytes: Uint8Array, options: ReadOptions): Promise<WorkbookSheet> {
  try {
    await assertReadable(bytes);
    return await readRows(bytes, options);
  } catch (error) {
    if (error instanceof WorkbookError) throw error;
    throw new WorkbookError('no_workbook', { cause: error });
  }
}
