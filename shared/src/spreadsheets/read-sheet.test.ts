import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { readSheet, type WorkbookSheet } from './read-sheet.ts';
import { WorkbookError, type WorkbookProblem } from './workbook-error.ts';
import { writeTextSheet } from './write-text-sheet.ts';

const read = (bytes: Uint8Array, sheet?: string) => readSheet(bytes, { maxRows: 50, sheet });
const textsOf = ({ rows }: WorkbookSheet) => rows.map(({ cells }) => cells.map(({ text }) => text));

async function problemOf(bytes: Uint8Array): Promise<WorkbookProblem | null> {
  try {
    await read(bytes);
    return null;
  } catch (error) {
    // Nothing else is thrown for any bytes.
    expect(error).toBeInstanceOf(WorkbookError);
    return (error as WorkbookError).problem;
  }
}

/** A ZIP file of deflated parts. */
function zip(parts: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(1, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    files.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

/** A workbook whose only sheet has these rows. */
async function withSheetData(xml: string): Promise<Uint8Array> {
  const parts = unzipSync(await writeXlsx({ sheets: [{ name: 'Any', rows: [['x']] }] }));
  const sheet = Object.keys(parts).find((name) => name.startsWith('xl/worksheets/sheet')) ?? '';
  const text = new TextDecoder().decode(parts[sheet]);
  parts[sheet] = strToU8(text.replace(/<sheetData>.*<\/sheetData>/su, () => `<sheetData>${xml}</sheetData>`));
  return zipSync(parts);
}

test('any texts are read as they were written', async () => {
  // Spreadsheets have no control characters, and spaces around a text do not count.
  const text = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .map((value) => value.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '').trim())
    .filter((value) => value !== '');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { maxLength: 20 }), async (rows) => {
      const bytes = await writeTextSheet({ name: 'Users', titles: ['a', 'b', 'c'], rows, blankRows: 3 });
      expect(textsOf(await read(bytes))).toEqual([['a', 'b', 'c'], ...rows]);
    }),
    { numRuns: 50 },
  );
});

test('texts that only look like escapes come back as they were, and what is no character is left out', async () => {
  const texts = ['PC_x0041_', "'=_x0041_", '_x005F_x0041_', 'a\uFFFEb', 'a\uFFFFb'];
  const bytes = await writeTextSheet({ name: 'Users', titles: texts, rows: [texts] });
  const written = ['PC_x0041_', "'=_x0041_", '_x005F_x0041_', 'ab', 'ab'];
  expect(textsOf(await read(bytes))).toEqual([written, written]);
});

test('the first sheet that is shown is read, or the one that is asked for; hidden ones cannot be asked for', async () => {
  const sheet = (name: string, more: { hidden?: true; veryHidden?: true } = {}) => ({ name, rows: [[name]], ...more });
  const bytes = await writeXlsx({
    sheets: [sheet('Old', { hidden: true }), sheet('Lists', { veryHidden: true }), sheet('Users'), sheet('Notes')],
    activeSheet: 2,
  });
  expect(await read(bytes)).toMatchObject({ name: 'Users', names: ['Users', 'Notes'] });
  expect(textsOf(await read(bytes))).toEqual([['Users']]);
  expect(textsOf(await read(bytes, 'Notes'))).toEqual([['Notes']]);
  await expect(read(bytes, 'Old')).rejects.toThrow('no_workbook');
});

test('a chart on a sheet of its own is no sheet to read, also as the first one', async () => {
  const parts = unzipSync(await writeXlsx({ sheets: [{ name: 'Users', rows: [['kim']] }] }));
  const edit = (name: string, from: string | RegExp, to: string) => {
    parts[name] = strToU8(new TextDecoder().decode(parts[name]).replace(from, to));
  };
  const chart = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet';
  edit('xl/workbook.xml', /<sheets>/u, '<sheets><sheet name="Chart1" sheetId="90" r:id="rId90"/>');
  edit(
    'xl/_rels/workbook.xml.rels',
    '</Relationships>',
    `<Relationship Id="rId90" Type="${chart}" Target="chartsheets/sheet1.xml"/></Relationships>`,
  );
  edit(
    '[Content_Types].xml',
    '</Types>',
    '<Override PartName="/xl/chartsheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.chartsheet+xml"/></Types>',
  );
  parts['xl/chartsheets/sheet1.xml'] = strToU8(
    '<chartsheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"/></sheetViews></chartsheet>',
  );
  expect(await read(zipSync(parts))).toMatchObject({ name: 'Users', names: ['Users'] });
  expect(textsOf(await read(zipSync(parts)))).toEqual([['kim']]);
});

test.each<[CellValue, string, string]>([
  [1012345678, '000-0000-0000', '010-1234-5678'],
  [90887, '0000000', '0090887'],
  [7, '00000', '00007'],
  [42, '"EMP-"0000', 'EMP-0042'],
  [1012345678, '0.00E+00', '1012345678'],
  [123456789012345, 'General', '123456789012345'],
  [0.1 + 0.2, 'General', '0.3'],
  [90887, '#,##0', '90,887'],
  [0.5, '0%', '50%'],
  [-5, '0;[Red](0)', '(5)'],
  [5, ';;;', '5'],
  [5, 'not "a format', '5'],
  [true, 'General', 'TRUE'],
  [new Date('2024-02-03T00:00:00Z'), 'mm-dd-yy', '2024-02-03'],
  [new Date('2024-02-03T09:30:00Z'), 'yyyy-mm-dd hh:mm', '2024-02-03 09:30'],
  [new Date('2024-02-03T09:30:00Z'), 'm/d/yy h:mm', '2024-02-03 09:30'],
  [new Date('2024-02-03T00:00:00Z'), '[$-412]yyyy"년" m"월" d"일"', '2024년 2월 3일'],
  ['007', '00000', '007'],
  ['8982012345678901234', '0', '8982012345678901234'],
])('%j with the format %s is read as it is shown', async (value, numFmt, shown) => {
  const cells = new Map([['0,0', { style: { numFmt } }]]);
  const bytes = await writeXlsx({ sheets: [{ name: 'Any', rows: [[value]], cells }] });
  expect((await read(bytes)).rows[0]?.cells[0]).toEqual({
    text: shown,
    hasFormula: false,
    problem: null,
    isMerged: false,
  });
});

test('cells that do not show what was meant are named, and formulas are marked', async () => {
  const xml = `<row r="2"><c r="A2" t="e"><v>#N/A</v></c><c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>
    <c r="C2" t="str"><v>#REF!</v></c></row>
    <row r="3"><c r="A3"><v>8982012345678900000</v></c><c r="B3"><v>999999999999999</v></c></row>
    <row r="4"><c r="A4"><f>A1</f></c><c r="B4"><f>1+1</f><v>2</v></c><c r="C4" t="str"><f>""</f><v></v></c></row>`;
  const { rows } = await read(await withSheetData(xml));
  const shown = rows.map(({ cells }) => cells.map(({ text, problem, hasFormula }) => [text, problem, hasFormula]));
  expect(shown).toEqual([
    [
      ['#N/A', 'error_value', false],
      ['#DIV/0!', 'error_value', true],
      ['#REF!', 'error_value', false],
    ],
    [
      ['8982012345678900000', 'lost_digits', false],
      ['999999999999999', null, false],
      ['', null, false],
    ],
    [
      ['', 'formula_without_value', true],
      ['2', null, true],
      ['', null, true],
    ],
  ]);
});

test('rich text is one text, without the guide to its pronunciation', async () => {
  const xml = `<row r="1"><c r="A1" t="inlineStr"><is><r><t>山</t></r><r><rPr><b/></rPr><t>田</t></r></is></c>
    <c r="B1" t="inlineStr"><is><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></is></c></row>`;
  expect(textsOf(await read(await withSheetData(xml)))).toEqual([['山田', '山田']]);
});

test('rows that are hidden are marked, and a merged cell is shown by each of its rows', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Any',
        rows: [
          ['Sales', 'Kim'],
          [null, 'Lee'],
          [null, 'Park'],
          [null, null],
          ['IT', 'Choi'],
        ],
        merges: [{ startRow: 0, endRow: 3, startCol: 0, endCol: 0 }],
        rowDefs: new Map([[1, { hidden: true }]]),
      },
    ],
  });
  const { rows } = await read(bytes);
  expect(rows.map(({ number, isHidden }) => [number, isHidden])).toEqual([
    [1, false],
    [2, true],
    [3, false],
    [5, false],
  ]);
  expect(rows.map(({ cells }) => cells.map(({ text, isMerged }) => `${text}${isMerged ? '+' : ''}`))).toEqual([
    ['Sales', 'Kim'],
    ['Sales+', 'Lee'],
    ['Sales+', 'Park'],
    ['IT', 'Choi'],
  ]);
});

test('any number of rows that have only a format count for nothing; one that makes the file too large is named', async () => {
  const kim = '<row r="1"><c r="A1"><v>1</v></c></row><row r="9"><c r="A9" s="0"/><c r="B9"><v>2</v></c></row>';
  const empty = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `<row r="${from + n}" spans="1:8"><c r="A${from + n}" s="0"/></row>`).join(
      '',
    );
  const { rows } = await read(await withSheetData(`${kim}${empty(10, 50_000)}`));
  expect(rows.map(({ number, cells }) => [number, cells.map(({ text }) => text)])).toEqual([
    [1, ['1', '']],
    [9, ['', '2']],
  ]);
  const large = await withSheetData(`${kim}${empty(10, 650_000)}`);
  await expect(read(large)).rejects.toMatchObject({ problem: 'too_large', lastFilledRow: 9 });
});

test('a text in the last row and one in the last column are no reason to refuse a sheet', async () => {
  const xml = `<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>
    <row r="1048576"><c r="A1048576"><v>3</v></c></row>`;
  expect(textsOf(await read(await withSheetData(xml)))).toEqual([['1'], ['3']]);
});

test('what is no workbook is refused by its kind', async () => {
  const old = Buffer.alloc(2_048);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(old);
  expect(await problemOf(old)).toBe('xls');
  Buffer.from('EncryptedPackage', 'utf16le').copy(old, 1_024);
  expect(await problemOf(old)).toBe('encrypted');
  const sheet = { name: 'x', rows: [['a']] };
  const encrypted = await writeXlsx({ sheets: [sheet], encryption: { password: 'x', spinCount: 1_000 } });
  expect(await problemOf(encrypted)).toBe('encrypted');
  const macros = await writeXlsx({ sheets: [sheet], vbaProject: new Uint8Array(10) });
  expect(await problemOf(macros)).toBe('macros');
  expect(await problemOf(zip({ 'word.xml': Buffer.from('<a/>') }))).toBe('no_workbook');
  expect(await problemOf(Buffer.from('ID,Password'))).toBe('no_workbook');
  const long = Array.from({ length: 51 }, (_, n) => [String(n)]);
  expect(await problemOf(await writeXlsx({ sheets: [{ name: 'x', rows: long }] }))).toBe('too_many_rows');
});

test('a small file that unpacks to very much is refused before it is parsed', async () => {
  const bomb = zip({
    '[Content_Types].xml': Buffer.from('<Types/>'),
    'xl/worksheets/sheet1.xml': Buffer.alloc(40 * 1_048_576, '<row/>'),
  });
  expect(bomb.length).toBeLessThan(1_048_576);
  expect(await problemOf(bomb)).toBe('too_large');
});

test('damaged files are refused, and never anything but refused or read', async () => {
  const whole = await writeTextSheet({ name: 'Users', titles: ['a', 'b', 'c'], rows: [['1', '2', '3']] });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
      expect(await problemOf(bytes)).not.toBeNull();
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
      expect(await problemOf(whole.subarray(0, length))).not.toBeNull();
    }),
  );
  const changed = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(changed, async (changes) => {
      const copy = Uint8Array.from(whole);
      for (const [at, byte] of changes) copy[at] = byte;
      await problemOf(copy);
    }),
    { numRuns: 300 },
  );
});
