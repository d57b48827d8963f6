import { unzipSync, zipSync } from 'fflate';

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/iu;

/**
 * A part of XML with a place of its own: without `r` its place follows from the parts before it, which then have to
 * stay.
 */
const emptyPart = (tag: string): RegExp =>
  new RegExp(String.raw`<((?:\w+:)?${tag})(?=\s)[^>]*?\sr="[^>]*?(?:/>|(?<!/)>\s*</\1>)`, 'gu');
const EMPTY_CELL = emptyPart('c');
const EMPTY_ROW = emptyPart('row');
/** How a text is pronounced: a spreadsheet shows it above the text, and it is no part of it. */
const PHONETIC_GUIDE = /<((?:\w+:)?rPh)[\s>][\s\S]*?<\/\1>/gu;
const ROW_NUMBER = /<(?:\w+:)?row\s[^>]*?\br="(\d+)"/gu;

const lastRowOf = (sheet: string): number => {
  let last = 1;
  for (const [, number] of sheet.matchAll(ROW_NUMBER)) last = Math.max(last, Number(number));
  return last;
};

/**
 * A workbook without its empty cells and rows: those that have only a format can be a million, which nobody sees.
 * @returns `lastRow` of all sheets
 */
export function compactWorkbook(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly lastRow: number } {
  const sheets = unzipSync(bytes, { filter: ({ name }) => SHEET.test(name) });
  const compacted: Record<string, Uint8Array> = {};
  let lastRow = 1;
  for (const [name, content] of Object.entries(sheets)) {
    const text = new TextDecoder().decode(content);
    const compact = text.replaceAll(EMPTY_CELL, '').replaceAll(EMPTY_ROW, '').replaceAll(PHONETIC_GUIDE, '');
    lastRow = Math.max(lastRow, lastRowOf(compact));
    if (compact !== text) compacted[name] = new TextEncoder().encode(compact);
  }
  if (Object.keys(compacted).length === 0) return { bytes, lastRow };
  return { bytes: zipSync({ ...unzipSync(bytes), ...compacted }, { level: 0 }), lastRow };
}
