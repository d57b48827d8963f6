import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromSpreadsheetText, toWorkbookText } from './spreadsheet-text.ts';

test.each([
  '=1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '+cmd|calc',
  '-2+3+cmd',
  '-A1',
  '＝1',
  '＋A1',
  '+82-10|x',
  '=HYPERLINK("http://evil.example")',
  "'=1",
  "''-A1",
])('what a spreadsheet would run gets an apostrophe: %j', (text) => expect(toWorkbookText(text)).toBe(`'${text}`));

test.each([
  '',
  '-',
  'editor',
  'Büro 3',
  '부산-PC',
  '-12.5',
  '+3',
  '-1,234.5%',
  '+82-10-1234-5678',
  '+82 (0)2-555-0100',
  "'quoted'",
  '1=1',
  ' plain',
])('any other text stays as it is: %j', (text) => expect(toWorkbookText(text)).toBe(text));

test('an import reads every text as it was before an export', () => {
  const sign = fc.constantFrom("'", '=', '+', '-', '@', '＝', '1', 'x', ' ');
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 5 }), (text) => {
      expect(fromSpreadsheetText(toWorkbookText(text))).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});

test.each(['PC_x0041_', 'a_x000D_b', 'x_x005F_x', '_xD83D_', 'R_x0000_R', "'=_x0041_", '=_x0041_', '_x005F_x0041_'])(
  '%s is written so that a reader, who resolves escapes, gives it back',
  (text) => {
    const resolved = toWorkbookText(text).replaceAll(/_x([\da-f]{4})_/giu, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    expect(fromSpreadsheetText(resolved)).toBe(text);
  },
);

test('what XML does not have is left out', () => {
  expect(toWorkbookText('a\uFFFEb\uFFFFc\u0001d\uD800e\n')).toBe('abcde\n');
});
