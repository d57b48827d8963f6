import { expect, test } from 'vitest';

import { count } from './vitest-run.ts';

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
