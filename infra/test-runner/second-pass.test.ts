import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { FailedTest } from './report.ts';
import { filesWorthRepeating, recordFlaky, runSecondPass, type Repetition } from './second-pass.ts';
import { emptyReport, type RunReport } from './vitest-run.ts';

const failure = (project: string, file: string, title = 'holds'): FailedTest => ({
  project,
  file,
  line: 1,
  title,
  errors: ['expected 1'],
});
const reportOf = (...failed: FailedTest[]): RunReport => ({
  ...emptyReport,
  tests: [{ file: 'a.test.ts', title: 'another', state: 'passed', ms: 1, isCore: false }],
  failed,
});
/** A second pass in which these tests fail again. */
const again = (...failed: FailedTest[]) => {
  const files: string[] = [];
  const repeat = async ({ file }: Repetition): Promise<RunReport> => {
    files.push(file);
    return reportOf(...failed.filter((one) => one.file === file));
  };
  return { files, repeat, maxFiles: 5 };
};

test('a test that fails and then passes alone is flaky, one that fails twice has failed', async () => {
  const [flaky, broken] = [failure('browser', 'a.test.ts'), failure('resilience', 'b.test.ts')];
  const second = again(broken);
  expect(await runSecondPass(reportOf(flaky, broken), second)).toEqual({ failed: [broken], flaky: [flaky] });
  expect(second.files).toEqual(['a.test.ts', 'b.test.ts']);
});

test('a file runs again once, however many of its tests failed, and another failure of it counts', async () => {
  const first = [failure('browser', 'a.test.ts', 'one'), failure('browser', 'a.test.ts', 'two')];
  const other = failure('browser', 'a.test.ts', 'three');
  const second = again(other);
  expect(await runSecondPass(reportOf(...first), second)).toEqual({ failed: [other], flaky: first });
  expect(second.files).toEqual(['a.test.ts']);
});

test('unit and web tests have no second try', async () => {
  const failed = [failure('unit', 'a.test.ts'), failure('web', 'b.test.ts')];
  expect(await runSecondPass(reportOf(...failed), again())).toEqual({ failed, flaky: [] });
});

test('nothing runs again after an error outside of tests, or when many files failed', () => {
  const one = failure('browser', 'a.test.ts');
  expect(filesWorthRepeating({ ...reportOf(one), outside: ['a worker died'] }, 5)).toEqual([]);
  const six = Array.from({ length: 6 }, (_, index) => failure('browser', `${index}.test.ts`));
  expect(filesWorthRepeating(reportOf(...six), 5)).toEqual([]);
  expect(filesWorthRepeating(reportOf(...six.slice(1)), 5)).toHaveLength(5);
});

test('a second pass that dies, or runs no test, leaves the failure', async () => {
  const one = failure('browser', 'a.test.ts');
  const died = async (): Promise<RunReport> => ({ ...emptyReport, deaths: [{ how: 'SIGKILL', lastLines: [] }] });
  expect(await runSecondPass(reportOf(one), { maxFiles: 5, repeat: died })).toEqual({ failed: [one], flaky: [] });
  expect(await runSecondPass(reportOf(one), { maxFiles: 5, repeat: async () => emptyReport })).toEqual({
    failed: [one],
    flaky: [],
  });
});

test('a test that the second pass skips has not passed', async () => {
  const one = failure('browser', 'a.test.ts');
  const skipped = { file: 'a.test.ts', title: one.title, state: 'skipped', ms: 0, isCore: false } as const;
  const second = { ...reportOf(), tests: [...reportOf().tests, skipped] };
  expect(await runSecondPass(reportOf(one), { maxFiles: 5, repeat: async () => second })).toEqual({
    failed: [one],
    flaky: [],
  });
});

test('a file whose hooks failed is flaky when its tests run the second time', async () => {
  const hooks = failure('integration', 'a.pg.test.ts', 'the file');
  expect(await runSecondPass(reportOf(hooks), again())).toEqual({ failed: [], flaky: [hooks] });
});

test('flaky tests are recorded with the commit and the load', async () => {
  await using dir = await mkdtempDisposable(path.join(tmpdir(), 'vigil-record-'));
  const record = path.join(dir.path, 'flaky.record');
  recordFlaky([failure('browser', 'a.test.ts')], record);
  recordFlaky([failure('browser', 'b.test.ts')], record);
  const lines = (await readFile(record, 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^~ \S+ [0-9a-f]{7,} load [\d.]+ browser a\.test\.ts:1 › holds: expected 1$/u);
});
