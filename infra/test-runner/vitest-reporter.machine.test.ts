import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runToEnd } from '../local/processes/run.ts';
import { fromRoot, NODE_EXECUTABLE } from '../local/runtime.ts';
import { REPORT_VARIABLE, TAGS_VARIABLE, VitestProcessReport } from './report.ts';

/** Files of a run of its own: one test passes, one fails, one is skipped, one is left out by its tag. */
const TESTS = {
  'vitest.config.ts': `export default { test: { tags: [{ name: 'slow' }] } };`,
  'mixed.test.ts': `import { expect, test } from 'vitest';
    test('holds', () => {});
    test.skip('waits', () => {});
    test('is left out', { tags: 'slow' }, () => {});
    test('fails', () => {
      expect(1).toBe(2);
    });`,
  'unreadable.test.ts': `import './missing.ts';`,
  'hook.test.ts': `import { beforeAll, test } from 'vitest';
    beforeAll(() => { throw new Error('no set-up'); });
    test('never runs', () => {});`,
  'outside.test.ts': `import { test } from 'vitest';
    test('leaves something behind', () => void Promise.reject(new Error('unheard')));`,
};

test('a real run of vitest is reported with lines, broken files and errors outside of tests', async () => {
  await mkdir(fromRoot('tests/.out'), { recursive: true });
  // Below the repository, where the tests find their packages.
  const dir = await mkdtemp(fromRoot('tests/.out/reporter-'));
  try {
    for (const [name, text] of Object.entries(TESTS)) await writeFile(path.join(dir, name), text);
    const file = path.join(dir, 'report.json');
    const vitest = fromRoot('node_modules/vitest/vitest.mjs');
    const reporter = `--reporter=${fromRoot('infra/test-runner/vitest-reporter.ts')}`;
    const env = { ...process.env, [REPORT_VARIABLE]: file, [TAGS_VARIABLE]: '!slow' };
    const { code } = await runToEnd(NODE_EXECUTABLE, [vitest, 'run', '--root', dir, '--tags-filter=!slow', reporter], {
      cwd: dir,
      env,
    });
    expect(code).toBe(1);
    const report = VitestProcessReport.parse(JSON.parse(await readFile(file, 'utf8')));
    const states = report.tests.map(({ title, state }) => [title, state]);
    expect(Object.fromEntries(states)).toEqual({
      holds: 'passed',
      waits: 'skipped',
      fails: 'failed',
      'never runs': 'skipped',
      'leaves something behind': 'passed',
    });
    const failed = report.failed.map((one) => [path.basename(one.file), one.line, one.title, one.errors[0]]);
    expect(failed).toHaveLength(3);
    expect(failed).toEqual(
      expect.arrayContaining([
        ['hook.test.ts', 2, 'the file', 'no set-up'],
        ['mixed.test.ts', 6, 'fails', expect.stringContaining('expected 1 to be 2')],
        ['unreadable.test.ts', 1, 'the file', expect.stringContaining('missing.ts')],
      ]),
    );
    expect(report.outside).toEqual(['unheard']);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
