import { expect, test } from 'vitest';

import { emptyReport, joinReports, readReport, withError } from './vitest-run.ts';

const run = { projects: ['unit', 'web'], ended: 0 };
const failed = { project: 'unit', file: 'a.test.ts', line: 3, title: 'holds', errors: ['expected 1'] };
const ran = { file: 'a.test.ts', title: 'holds', state: 'passed', ms: 1 } as const;
const report = { ...emptyReport, tests: [ran] };

test('a process that reports nothing is an error outside of any test', () => {
  const { outside } = readReport(undefined, { ...run, ended: 'SIGKILL' });
  expect(outside).toEqual(['vitest (unit, web) ended with SIGKILL and reported nothing']);
});

test('a process that fails for no reason that it reports is an error outside of any test', () => {
  expect(readReport(JSON.stringify(report), { ...run, ended: 1 }).outside).toEqual(['vitest (unit, web) ended with 1']);
  expect(readReport(JSON.stringify(report), run).outside).toEqual([]);
  const explained = { ...report, failed: [failed] };
  expect(readReport(JSON.stringify(explained), { ...run, ended: 1 })).toEqual(explained);
});

test('the reports of several processes are joined', () => {
  const other = withError({ ...report, failed: [failed] }, 'lost');
  expect(joinReports([report, other])).toEqual({ tests: [ran, ran], failed: [failed], outside: ['lost'] });
});
