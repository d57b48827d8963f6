import { expect, test } from 'vitest';
import { readSheet } from '../../../tests/support/workbook.ts';
import { writeWorkbook, type WorkbookCell } from './write-workbook.ts';

async function written(rows: readonly (readonly WorkbookCell[])[], columns = [{ header: 'A', width: 10 }]) {
  const pieces: Uint8Array[] = [];
  const source = (async function* () {
    yield* rows;
  })();
  for await (const piece of writeWorkbook({ name: 'Sheet', columns }, source)) pieces.push(piece);
  return readSheet(Buffer.concat(pieces));
}

test('texts, numbers and moments are read back as such by another library', async () => {
  const at = new Date(Date.UTC(2026, 0, 2, 3, 4, 5));
  const columns = [
    { header: 'Name', width: 10 },
    { header: 'CPU', width: 8, format: 'percent' as const },
    { header: 'Seen', width: 20, format: 'time' as const },
  ];
  const { rows } = await written(
    [
      ['=1+1', 12.5, at],
      ['부산 <서버> & "東京"', null, null],
    ],
    columns,
  );
  expect(rows).toEqual([
    ['Name', 'CPU', 'Seen'],
    ["'=1+1", 12.5, at],
    ['부산 <서버> & "東京"', null, null],
  ]);
});

test('a workbook without rows has its headers', async () => {
  expect(await written([])).toEqual({ name: 'Sheet', rows: [['A']] });
});
