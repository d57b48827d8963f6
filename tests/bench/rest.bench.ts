import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fromRoot, NODE_EXECUTABLE } from '@vigil/infra/local/runtime';
import * as z from 'zod';
import { reservePort } from '../support/reserved-ports.ts';
import { report, round } from './support/report.ts';

// What a system of 50 simulated devices and one agent costs at rest: how long a warm start takes until the page is
// served and how much memory each process holds 30 s later.
const STARTS = 3;
const SETTLE_MS = 30_000;
const GOAL_START_MS = 3_000;
const GOALS_MB: Record<string, number> = { api: 170, gateway: 150, workers: 150, 'reverse-proxy': 60, agent: 70 };

const Run = z.object({ children: z.array(z.object({ name: z.string(), pid: z.number() })) });

await using cleanUp = new AsyncDisposableStack();
const dir = await mkdtemp(path.join(tmpdir(), 'vigil-rest-'));
cleanUp.defer(() => rm(dir, { recursive: true, force: true }));
const { port } = cleanUp.use(await reservePort());

/** Starts the system and waits until it is ready. @returns milliseconds until ready, and its end */
async function start(): Promise<{ ms: number; stop: () => Promise<unknown> }> {
  const began = performance.now();
  const child = spawn(NODE_EXECUTABLE, [fromRoot('infra/local/bootstrap.mjs'), 'start'], {
    env: { ...process.env, DATA_DIR: dir, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (/^ready http/mu.test(output)) resolve();
    });
    void exited.then((code) => reject(new Error(`the start ended with ${String(code)}\n${output}`)));
  });
  const ms = performance.now() - began;
  return {
    ms,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return round(Number(/VmRSS:\s+(\d+) kB/u.exec(status)?.[1]) / 1_024, 0);
}

// The first start makes the database and is not warm.
await (await start()).stop();
const starts: number[] = [];
const memory = new Map<string, number[]>();
for (let run = 0; run < STARTS; run += 1) {
  const system = await start();
  starts.push(Math.round(system.ms));
  await delay(SETTLE_MS);
  const { children } = Run.parse(JSON.parse(await readFile(path.join(dir, 'run.json'), 'utf8')));
  for (const { name, pid } of children) memory.set(name, [...(memory.get(name) ?? []), await residentMb(pid)]);
  await system.stop();
}

const bare = spawn(NODE_EXECUTABLE, ['-e', 'setInterval(() => {}, 1000)']);
await delay(1_000);
const bareMb = await residentMb(bare.pid ?? 0);
bare.kill();

report([
  {
    figure: 'warm start until ready',
    vigil: `${starts.join(' / ')} ms`,
    wanted: `under ${GOAL_START_MS} ms`,
    met: Math.min(...starts) < GOAL_START_MS,
  },
  ...[...memory].map(([name, runs]) => {
    const goal = GOALS_MB[name];
    return {
      figure: `memory of ${name}`,
      vigil: `${runs.join(' / ')} MB`,
      bare: `${bareMb} MB`,
      wanted: goal === undefined ? '–' : `at most ${goal} MB`,
      met: goal === undefined || Math.min(...runs) <= goal,
    };
  }),
]);
