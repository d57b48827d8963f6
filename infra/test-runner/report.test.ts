import { expect, test } from 'vitest';
import { costLine, failureLine, slowestTestLines, errorSummaryLine, checkSummaryLine } from './report.ts';

test('a failed test is one line of at most 200 characters', () => {
  const failed = { project: 'unit', file: 'a.test.ts', line: 3, title: 'holds' };
  expect(failureLine({ ...failed, errors: ['\u001B[31mexpected 1 to be 2\u001B[39m\n\nat a.ts:3'] })).toBe(
    'unit a.test.ts:3 › holds: expected 1 to be 2',
  );
  expect(failureLine({ ...failed, line: null, errors: ['no'] })).toBe('unit a.test.ts › holds: no');
  expect(failureLine({ ...failed, errors: ['x'.repeat(300)] })).toHaveLength(200);
});

test('the summary of an expectation in a browser says what was expected, what was found, and where', () => {
  const error = [
    'expect(locator).toContainText(expected) failed',
    '',
    "Locator: locator('#content').getByRole('heading', { name: 'All devices of the company' })",
    'Expected substring: "11 of 12 online"',
    'Received string:    "10 of 12 online"',
    'Timeout: 60000ms',
  ].join('\n');
  const place = "…ontent').getByRole('heading', { name: 'All devices of the company' })".slice(-60);
  expect(errorSummaryLine(error)).toBe(`expected "11 of 12 online", received "10 of 12 online" at …${place}`);
  const click = "locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for getByRole('button')";
  expect(errorSummaryLine(click)).toBe("locator.click: Timeout 30000ms exceeded. at …getByRole('button')");
});

test('the slowest tests are named with their files and seconds', () => {
  const tests = [
    { file: 'tests/a.test.ts', title: 'quick', state: 'passed', ms: 12, isCore: false },
    { file: 'tests/b.test.ts', title: 'slow', state: 'failed', ms: 12_340, isCore: true },
    { file: 'tests/a.test.ts', title: 'never ran', state: 'skipped', ms: 0, isCore: false },
  ] as const;
  expect(slowestTestLines([{ ...tests[1], isCore: false }], 1)).toEqual([
    '   12.3 s (more than 8 s)  tests/b.test.ts › slow',
  ]);
  expect(slowestTestLines(tests, 2)).toEqual([
    '   12.3 s  tests/b.test.ts › slow',
    '    0.0 s  tests/a.test.ts › quick',
  ]);
});

test('a check that failed is named with the first file that it complains of', () => {
  const unused = 'Unused exports (1)\nspare      infra/a.ts:20:14';
  expect(checkSummaryLine(unused)).toBe('spare infra/a.ts:20:14');
  expect(checkSummaryLine('\u001B[31mit ended with 1\u001B[39m\n')).toBe('it ended with 1');
});

test('a run says its cost in core seconds of the usual machine, and a whole one whether that is too much', () => {
  const lineOf = (seconds: number | undefined, processor: number, isWhole = true) =>
    costLine({ seconds, speed: { wall: 9, processor }, isWhole });
  const machine = (factor: string) => `on a machine that computes ${factor} times as long as the usual one`;
  expect(lineOf(900, 1)).toBe(`core seconds: 900 of 900, ${machine('1.00')}`);
  expect(lineOf(901, 1)).toBe(`core seconds: 901 of 900 (over), ${machine('1.00')}`);
  expect(lineOf(1_500, 2)).toBe(`core seconds: 750 of 900, ${machine('2.00')}`);
  // A fast machine is granted no more for its speed.
  expect(lineOf(800, 0.5)).toBe(`core seconds: 800 of 900, ${machine('0.50')}`);
  expect(lineOf(2_000, 1, false)).toBe(`core seconds: 2000, ${machine('1.00')}`);
  expect(lineOf(undefined, 1)).toBe('core seconds: unknown on this system');
});
