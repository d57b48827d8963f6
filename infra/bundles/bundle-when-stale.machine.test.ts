import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runToEnd } from '../local/processes/run.ts';
import { fromRoot, NODE_EXECUTABLE, ROOT } from '../local/runtime.ts';
import { bundleWhenStale } from './bundle-when-stale.ts';
import { bundlePathOf, STANDALONE_PROGRAM_SOURCES, type ProgramName } from './programs.ts';

const NAMES = Object.keys(STANDALONE_PROGRAM_SOURCES) as ProgramName[];

async function emptyHome(): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), 'vigil-bundles-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
}

test('processes that build at once end with one complete folder', async () => {
  const home = await emptyHome();
  const build = `import { bundleWhenStale } from '${fromRoot('infra/bundles/bundle-when-stale.ts')}';
    console.log(await bundleWhenStale(() => {}, '${home}'));`;
  const builders = await Promise.all(
    [1, 2].map(() => runToEnd(NODE_EXECUTABLE, ['--input-type=module', '--eval', build], { cwd: ROOT })),
  );
  expect(builders.map(({ code, stderr }) => [code, stderr])).toEqual([1, 2].map(() => [0, '']));
  const [folder = ''] = new Set(builders.map(({ stdout }) => stdout.trim()));
  expect(await readdir(home)).toEqual([path.basename(folder)]);
  expect(NAMES.filter((name) => !existsSync(bundlePathOf(folder, name)))).toEqual([]);

  const notes: string[] = [];
  expect(await bundleWhenStale((note) => void notes.push(note), home)).toBe(folder);
  expect(notes).toEqual(['up to date']);
});

test.each(['agent', 'agent-sim', 'operator'] as const)('the bundle of %s runs', async (name) => {
  const { code, stdout } = await runToEnd(NODE_EXECUTABLE, [bundlePathOf(await bundleWhenStale(), name), '--help']);
  expect(stdout).toContain('--');
  expect(code).toBe(0);
});

test('the bundle of the logo renderer waits for its file', async () => {
  const program = bundlePathOf(await bundleWhenStale(), 'logo-renderer');
  const child = fork(program, { env: {}, execArgv: [], stdio: 'ignore' });
  const exit = once(child, 'exit');
  expect(await once(child, 'message')).toEqual(['ready', undefined]);
  child.kill('SIGKILL');
  await exit;
});
