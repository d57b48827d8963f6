import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { readFirstSheet, WorkbookError, type WorkbookProblem } from './read-first-sheet.ts';
import { writeTextSheet } from './write-text-sheet.ts';

const limits = { columns: 3, maxRows: 50 };
const read = (bytes: Uint8Array) => readFirstSheet(bytes, limits);

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

test('any texts are read as they were written', async () => {
  // Spreadsheets have no control characters, and spaces around a text do not count.
  const text = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .map((value) => value.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '').trim())
    .filter((value) => value !== '');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { maxLength: 20 }), async (rows) => {
      const bytes = await writeTextSheet({ name: 'Users', titles: ['a', 'b', 'c'], rows, blankRows: 3 });
      expect((await read(bytes)).map(({ texts }) => texts)).toEqual([['a', 'b', 'c'], ...rows]);
    }),
    { numRuns: 50 },
  );
});

test('numbers, dates and formulas become texts; the rows of formulas are marked', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Any',
        rows: [[], [1, true, 'x'], [], ['007', null, null]],
        cells: new Map([['1,0', { formula: '1+1', formulaResult: 2 }]]),
      },
      { name: 'Other', rows: [['not read']] },
    ],
  });
  expect(await read(bytes)).toEqual([
    { number: 2, texts: ['2', 'true', 'x'], hasFormula: true },
    { number: 4, texts: ['007', '', ''], hasFormula: false },
  ]);
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
