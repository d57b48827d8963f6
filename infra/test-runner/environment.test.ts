import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { expect, onTestFinished, test } from 'vitest';

import { eventually } from '../../tests/support/eventually.ts';
import { isAlive } from '../local/processes.ts';
import { fromRoot, NODE } from '../local/runtime.ts';
import { dropUnknownVariables } from './environment.ts';

test('a run sees how to find programs, and nothing that changes results', () => {
  const env = {
    PATH: '/bin',
    HTTPS_PROXY: 'p',
    npm_config_registry: 'r',
    DATABASE_URL: 'd',
    LOG_LEVEL: 'trace',
    TZ: 'UTC',
  };
  dropUnknownVariables(env);
  expect(env).toEqual({ PATH: '/bin', HTTPS_PROXY: 'p', npm_config_registry: 'r' });
});

/** A run that starts a process in a session of its own and says its number; then it ends when its input closes. */
const RUN = `import { spawn } from 'node:child_process';
  import { beginTestRun } from '${fromRoot('infra/test-runner/environment.ts')}';
  const run = await beginTestRun(() => {});
  Object.assign(process.env, run.env);
  const started = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  console.log(started.pid);
  process.stdin.on('end', () => run.end().then(() => process.exit(0))).resume();`;

async function startRun(folder: string) {
  const child = spawn(NODE, ['--input-type=module', '--eval', RUN], {
    env: { PATH: process.env['PATH'], TMPDIR: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, started: Number(line) };
}

test.runIf(process.platform === 'linux')(
  'what a run started ends with it, and after a kill with the next run',
  async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'vigil-runs-'));
    const killed = await startRun(folder.path);
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    expect(isAlive(killed.started)).toBe(true);
    expect(await readdir(folder.path)).toHaveLength(1);

    const next = await startRun(folder.path);
    expect(isAlive(killed.started)).toBe(false);
    const beside = await startRun(folder.path);
    expect(isAlive(next.started)).toBe(true);
    expect(await readdir(folder.path)).toHaveLength(2);
    for (const { child } of [next, beside]) {
      child.stdin.end();
      await once(child, 'exit');
    }
    await eventually(() => expect([next, beside].filter(({ started }) => isAlive(started))).toEqual([]));
    expect(await readdir(folder.path)).toEqual([]);
  },
);
