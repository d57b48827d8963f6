import { expect, test } from 'vitest';
import { emptyReport, joinReports, parseRunReport, withError } from './vitest-run.ts';

const run = { projects: ['unit', 'web'], ended: { code: 0, lastLines: ['Killed'] } };
const failing = { ...run, ended: { ...run.ended, code: 1 } };
const failed = { project: 'unit', file: 'a.test.ts', line: 3, title: 'holds', errors: ['expected 1'] };
const ran = { file: 'a.test.ts', title: 'holds', state: 'passed', ms: 1, isCore: false } as const;
const file = { file: 'a.test.ts', ms: 1 };
const report = { files: [file], tests: [ran], failed: [], outside: [] };

test('a process that reports nothing, or fails without a reason, is named with its last lines', () => {
  const death = [{ how: 'vitest (unit, web) ended with 1', lastLines: ['Killed'] }];
  expect(parseRunReport(undefined, failing)).toEqual({ ...emptyReport, deaths: death });
  expect(parseRunReport(JSON.stringify(report), failing)).toEqual({ ...report, deaths: death });
});

test('a process whose failed tests explain its end has not died', () => {
  const explained = { ...report, failed: [failed] };
  expect(parseRunReport(JSON.stringify(explained), failing)).toEqual({ ...explained, deaths: [] });
  expect(parseRunReport(JSON.stringify(report), run).deaths).toEqual([]);
});

test('the reports of several processes are joined', () => {
  const other = withError({ ...emptyReport, ...report, failed: [failed] }, 'lost');
  expect(joinReports([{ ...emptyReport, ...report }, other])).toEqual({
    files: [file, file],
    tests: [ran, ran],
    failed: [failed],
    outside: ['lost'],
    deaths: [],
  });
});
