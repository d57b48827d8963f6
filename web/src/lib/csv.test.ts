import { expect, test } from 'vitest';
import { csvText, safeFileName } from './csv.ts';

test('separators, quotes and line breaks stay within their cell, formulas are text', () => {
  const rows = [
    ['Name', 'Version'],
    ['Editor, "pro"', '1.0\r\n2'],
    ['=HYPERLINK("x")', '+1'],
  ];
  expect(csvText(rows)).toBe('\uFEFFName,Version\r\n"Editor, ""pro""","1.0\r\n2"\r\n"\'=HYPERLINK(""x"")",+1');
});

test('a text that is an escape in workbooks is none in CSV', () => {
  expect(csvText([['PC_x0041_', '_x005F_']])).toBe('\uFEFFPC_x0041_,_x005F_');
});

test('a file name has no character that a system refuses', () => {
  expect(safeFileName('Till 2/3: "front"', 'software')).toBe('Till 2 3 front software');
});
