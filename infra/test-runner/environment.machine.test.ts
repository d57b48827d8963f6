import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { isProcessAlive } from '../local/processes/processes.ts';
import { fromRoot, NODE_EXECUTABLE } from '../local/runtime.ts';
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

/**
 * A run that starts a process with a Redis, and says the numbers of both, and of a process in a session of its own. It
 * ends when its input closes.
 */
const RUN = `import { spawn } from 'node:child_process';
  import { beginTestRun } from '${fromRoot('infra/test-runner/environment.ts')}';
  const run = await beginTestRun(() => {});
  Object.assign(process.env, run.env);
  const sleep = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  const worker = spawn(process.execPath, ['--input-type=module', '--eval', process.env.WORKER], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  worker.stdout.once('data', (redis) => console.log([sleep.pid, worker.pid, redis].join(' ')));
  process.stdin.on('end', () => run.end().then(() => process.exit(0))).resume();`;

const WORKER = `import { pickFreePort } from '${fromRoot('infra/local/processes/ports.ts')}';
  import { ensureRedis } from '${fromRoot('infra/local/redis/find-redis-program.ts')}';
  import { startLocalRedis } from '${fromRoot('infra/local/redis/redis.ts')}';
  const dir = process.env.TMPDIR + '/redis';
  const program = await ensureRedis(() => {});
  const redis = await startLocalRedis({ program, dir, port: await pickFreePort(), password: 'ab', durable: false, onLine() {} });
  console.log(redis.pid);`;

async function startRun(folder: string) {
  const child = spawn(NODE_EXECUTABLE, ['--input-type=module', '--eval', RUN], {
    env: { PATH: process.env['PATH'], TMPDIR: folder, WORKER },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, started: line.split(' ').map(Number) };
}

test.runIf(process.platform === 'linux')(
  'what a run started ends with it, and after a kill with the next run',
  async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'vigil-runs-'));
    const killed = await startRun(folder.path);
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    expect(killed.started.map(isProcessAlive)).toEqual([true, true, true]);
    expect(await readdir(folder.path)).toHaveLength(1);

    const next = await startRun(folder.path);
    expect(killed.started.filter(isProcessAlive)).toEqual([]);
    const beside = await startRun(folder.path);
    expect(next.started.map(isProcessAlive)).toEqual([true, true, true]);
    expect(await readdir(folder.path)).toHaveLength(2);
    for (const { child } of [next, beside]) {
      child.stdin.end();
      await once(child, 'exit');
    }
    expect([next, beside].flatMap(({ started }) => started.filter(isProcessAlive))).toEqual([]);
    expect(await readdir(folder.path)).toEqual([]);
  },
);
