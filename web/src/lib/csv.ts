import { escapeFormula } from '@vigil/shared/domain/spreadsheet-text';
import { saveFile } from './save-file.ts';

/** Spreadsheets read the file as UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

const quoted = (text: string): string => (/[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows as CSV (RFC 4180) that a spreadsheet opens without running any of it. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => row.map((text) => quoted(escapeFormula(text))).join(',')).join('\r\n');

/** A name that every system takes: device names are free text. */
export const safeFileName = (...parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll(/[\p{Cc}<>:"/\\|?*\s]+/gu, ' ').trim()).join(' ');

/** Hands a text to the browser as a file to keep. */
export const downloadCsv = (name: string, rows: readonly (readonly string[])[]): void =>
  saveFile(`${name}.csv`, new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }));
