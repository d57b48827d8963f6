import { readXlsx, streamXlsxRows, type CellValue } from 'hucre/xlsx';
import { fromSpreadsheetText } from '../domain/spreadsheet-text.ts';
import { isUnpackedSizeWithinBudget, zipEntries } from './zip-budget.ts';

/** A row with at least one text. */
export interface SheetRow {
  /** As the spreadsheet shows it, from 1. */
  readonly number: number;
  /** One for each column that was asked for; empty where there is nothing. */
  readonly texts: readonly string[];
  /** Whether one of its values is what a formula had resulted in. */
  readonly hasFormula: boolean;
}

export const workbookProblems = ['xls', 'macros', 'encrypted', 'no_workbook', 'too_large', 'too_many_rows'] as const;
export type WorkbookProblem = (typeof workbookProblems)[number];

/** A file that is not read, and why. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
  readonly problem: WorkbookProblem;

  constructor(problem: WorkbookProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
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
  if (entries.length > MAX_ENTRIES || !(await isUnpackedSizeWithinBudget(bytes, entries, UNPACKED_BYTES)))
    throw new WorkbookError('too_large');
}

const textOf = (value: CellValue): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  return fromSpreadsheetText(String(value).trim()).trim();
};

const LAST_ROW = 1_048_576;
const letter = (column: number): string => String.fromCodePoint(65 + column);

async function readRows(bytes: Uint8Array, columns: number, maxRows: number): Promise<SheetRow[]> {
  const range = (rows: number) => `A1:${letter(columns - 1)}${rows}`;
  const rows: SheetRow[] = [];
  for await (const { index, values } of streamXlsxRows(bytes, { range: range(LAST_ROW) })) {
    const texts = Array.from({ length: columns }, (_, column) => textOf(values[column] ?? null));
    if (texts.every((text) => text === '')) continue;
    if (rows.length === maxRows) throw new WorkbookError('too_many_rows');
    rows.push({ number: index + 1, texts, hasFormula: false });
  }
  const last = rows.at(-1);
  if (!last) return rows;
  // The stream of rows does not tell formulas from values.
  const { sheets } = await readXlsx(bytes, { sheets: [0], range: range(last.number) });
  const formulas = new Set<number>();
  for (const [place, { formula }] of sheets[0]?.cells ?? [])
    if (formula !== undefined) formulas.add(Number(place.split(',')[0]) + 1);
  return rows.map((row) => ({ ...row, hasFormula: formulas.has(row.number) }));
}

/**
 * The rows of the first sheet of a workbook, as texts. A formula counts as its stored value.
 * @param limits `columns` are read from the left; more than `maxRows` rows are refused
 * @throws WorkbookError
 */
export async function readFirstSheet(
  bytes: Uint8Array,
  { columns, maxRows }: { readonly columns: number; readonly maxRows: number },
): Promise<SheetRow[]> {
  try {
    await assertReadable(bytes);
    return await readRows(bytes, columns, maxRows);
  } catch (error) {
    if (error instanceof WorkbookError) throw error;
    throw new WorkbookError('no_workbook', error);
  }
}
