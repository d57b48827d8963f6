import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, onTestFailed, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { eventually } from '../../tests/support/eventually.ts';
import { testPort } from '../../tests/support/test-port.ts';
import { readCommandLine, endProcess } from './processes/processes.ts';
import { NODE_EXECUTABLE, fromRoot } from './runtime.ts';
import { buildWebWhenStale } from './servers/web-client.ts';

const Run = z.object({ supervisor: z.object({ pid: z.number() }) });

const READY = /^ready http/u;
/** Several times what a start takes beside a whole run: only what is stuck takes as long. */
const STUCK_MS = 240_000;

type Started = { bootstrap: ChildProcess; output: () => string; exited: Promise<number | null> };

// Otherwise the first start of a test would be the one that is measured.
beforeAll(async () => {
  await buildWebWhenStale();
});

async function dataDir(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'vigil-start-'));
  onTestFinished(async () => {
    await eventually(async () => {
      for (const pid of await usersOf(dir)) await endProcess(pid, 'SIGTERM', 0);
      await nothingUses(dir);
    });
    await rm(dir, { recursive: true, force: true });
  });
  return dir;
}

function start(dir: string, port: number, env: NodeJS.ProcessEnv = {}): Started {
  const bootstrap = spawn(NODE_EXECUTABLE, [fromRoot('infra/local/bootstrap.mjs'), 'start'], {
    // What is fetched for other systems has nothing to do with a start.
    env: { ...process.env, SIM_AGENTS: '3', AGENT_PACKAGES: 'light', DATA_DIR: dir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [bootstrap.stdout, bootstrap.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  onTestFailed(() => console.error(`npm start in ${dir} said:\n${output}`));
  // Its last lines may arrive after its exit, and before this.
  const exited = new Promise<number | null>((resolve) => bootstrap.once('close', resolve));
  return { bootstrap, output: () => output, exited };
}

/** Answers with the line that says so. Others may follow it: downloads are packed in the background. */
async function untilReady({ output, exited }: Started): Promise<string> {
  let code: number | null | undefined;
  void exited.then((how) => (code = how));
  return eventually(
    () => {
      const [line] = /^ready http.*(?=\n)/mu.exec(output()) ?? [];
      if (line === undefined && code === undefined) throw new Error(`not ready\n${output()}`);
      return line ?? `it ended with ${code}\n${output()}`;
    },
    { timeout: STUCK_MS },
  );
}

/**
 * Every process that has to do with this data folder; those of Postgres write over their arguments, but are at home
 * there.
 */
async function usersOf(dir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const told = await Promise.all(
    pids.map(async (pid) => {
      const read = ['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8'));
      const parts = [...read, readlink(`/proc/${pid}/cwd`)].map((part) => part.catch(() => ''));
      return (await Promise.all(parts)).join('\0').includes(dir);
    }),
  );
  return pids.filter((_, index) => told[index]);
}

const nothingUses = async (dir: string): Promise<void> =>
  expect(await Promise.all((await usersOf(dir)).map(readCommandLine))).toEqual([]);

/** A busy disk lets the last process of Postgres end seconds after the others. */
const nothingLeft = (dir: string): Promise<void> => eventually(() => nothingUses(dir), { timeout: STUCK_MS });

const supervisorOf = async (dir: string): Promise<number> =>
  Run.parse(JSON.parse(await readFile(path.join(dir, 'run.json'), 'utf8'))).supervisor.pid;

test('from nothing to ready, and stopped with nothing left', { tags: 'core' }, async () => {
  const [dir, port] = [await dataDir(), await testPort()];
  const first = start(dir, port, { ADMIN_ID: 'boss@vigil.test' });
  expect(await untilReady(first)).toMatch(
    new RegExp(`^ready http://localhost:${port} · sign in as boss@vigil.test with the password \\S{8,12} `, 'u'),
  );
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  const [, mailbox = ''] = /: (http:\/\/127\.0\.0\.1:\d+\/outbox\?key=\w+)$/mu.exec(first.output()) ?? [];
  expect(await (await fetch(mailbox)).text()).toContain('No mail yet');

  const beside = start(dir, await testPort());
  expect(await beside.exited).toBe(1);
  expect(beside.output()).toContain(`stop that one first, with kill ${await supervisorOf(dir)}`);
  first.bootstrap.kill('SIGTERM');
  expect(await first.exited).toBe(0);
  await nothingLeft(dir);
});

// One life of one folder: each start of the whole system costs a busy machine a quarter of a minute.
test('started again with everything kept, killed and recovered', async () => {
  const [dir, port] = [await dataDir(), await testPort()];
  const first = start(dir, port, { ADMIN_ID: 'boss@vigil.test' });
  expect(await untilReady(first)).toMatch(READY);
  first.bootstrap.kill('SIGTERM');
  expect(await first.exited).toBe(0);

  const second = start(dir, port);
  expect(await untilReady(second)).toContain('sign in as boss@vigil.test with the password from the first start');
  process.kill(await supervisorOf(dir), 'SIGKILL');

  const third = start(dir, port);
  expect(await untilReady(third)).toMatch(READY);
  third.bootstrap.kill('SIGINT');
  expect(await third.exited).toBe(130);
  await nothingLeft(dir);
});

test('a start whose first process is killed takes everything with it', async () => {
  const dir = await dataDir();
  const started = start(dir, await testPort());
  expect(await untilReady(started)).toMatch(READY);
  started.bootstrap.kill('SIGKILL');
  await nothingLeft(dir);
});

test('a port that is taken is one clear line', { tags: 'core' }, async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const refused = start(await dataDir(), port);
  expect(await refused.exited).toBe(1);
  expect(refused.output().trim()).toBe(
    `✗ port ${port} is taken by another program: stop that one, or start with PORT=${port + 1}`,
  );
});

test(
  'a setting of a server that breaks its rule is one clear line, before anything has started',
  { tags: 'core' },
  async () => {
    const dir = await dataDir();
    const refused = start(dir, await testPort(), { AGENT_BUDGET_FACTOR: 'many' });
    expect(await refused.exited).toBe(1);
    expect(refused.output().trim()).toBe('✗ AGENT_BUDGET_FACTOR has to be a number');
    expect(await readdir(dir)).toEqual([]);
  },
);
