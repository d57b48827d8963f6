import { expect, test } from 'vitest';

import { fromRoot } from './runtime.ts';
import { count, slowest, timingsOf } from './vitest-run.ts';

const report = (numbers: object, testResults: object[] = []): string =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
    ...numbers,
  });

test('tests are counted as they ended', () => {
  const counted = count(report({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1 }), 1);
  expect(counted).toEqual({ passed: 5, failed: 2, skipped: 1 });
});

test('a file that could not be read is a failure', () => {
  const broken = [{ status: 'failed', assertionResults: [] }];
  expect(count(report({ numPassedTests: 5 }, broken), 1)).toMatchObject({ passed: 5, failed: 1 });
});

test('an error outside of any test is a failure', () => {
  expect(count(report({ numPassedTests: 5 }), 1)).toMatchObject({ passed: 5, failed: 1 });
});

test('no report at all is a failure', () => {
  expect(count(undefined, 1)).toMatchObject({ passed: 0, failed: 1 });
});

test('the slowest tests are named with their files and seconds', () => {
  const file = (name: string, tests: readonly [title: string, duration?: number][]) => ({
    name: fromRoot('tests', name),
    status: 'passed',
    assertionResults: tests.map(([title, duration]) => ({ title, duration })),
  });
  const timings = timingsOf(
    report({}, [file('a.test.ts', [['quick', 12], ['never ran']]), file('b.test.ts', [['slow', 12_340]])]),
  );
  expect(slowest(timings, 2)).toEqual(['   12.3 s  tests/b.test.ts › slow', '    0.0 s  tests/a.test.ts › quick']);
  expect(timingsOf(undefined)).toEqual([]);
});
