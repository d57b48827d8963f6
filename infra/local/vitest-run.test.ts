import { expect, test } from 'vitest';

import { fromRoot } from './runtime.ts';
import { count, failuresOf, failuresText, slowest, timingsOf } from './vitest-run.ts';

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

test('what failed is named with the beginning of its reason', () => {
  const files = [
    { name: fromRoot('tests/a.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
    {
      name: fromRoot('tests/b.test.ts'),
      status: 'failed',
      assertionResults: [
        { title: 'holds', failureMessages: [] },
        {
          title: 'fails',
          failureMessages: [`\u001B[31mexpected 1\u001B[39m\n${'at line\n'.repeat(40)}`, 'the page showed:\nnothing'],
        },
      ],
    },
  ];
  const lines = failuresText(failuresOf(report({}, files))).split('\n');
  expect(lines.slice(0, 4)).toEqual([
    '✗ tests/a.test.ts › the file',
    '    no such module',
    '✗ tests/b.test.ts › fails',
    '    expected 1',
  ]);
  expect(lines.slice(-2)).toEqual(['    the page showed:', '    nothing']);
  expect(lines).toHaveLength(17);
  expect(failuresOf(undefined)).toEqual([]);
});
