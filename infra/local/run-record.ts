import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { endProcess, readProcessStartTime } from './processes/processes.ts';
import { StartProblem } from './start-problem.ts';

const Process = z.object({ name: z.string(), pid: z.number().int().positive(), mark: z.string() });
const Run = z.object({ supervisor: Process, children: z.array(Process) });

export type RunRecord = {
  /** Remembers a child for the next start, in case this one is killed. */
  add(name: string, pid: number): Promise<void>;
} & Disposable;

const FILE = 'run.json';
const GRACE_MS = 4_000;
const ENDING_MS = 1_500;

/**
 * Takes the data folder over: ends what a killed start left running, and records the processes of this one.
 * @throws StartProblem when another start is using the folder
 */
export async function claimDataFolder(dataDir: string, say: (line: string) => void): Promise<RunRecord> {
  const file = path.join(dataDir, FILE);
  await endPrevious(file, say);
  const mark = (await readProcessStartTime(process.pid)) ?? '';
  const run: z.output<typeof Run> = { supervisor: { name: 'start', pid: process.pid, mark }, children: [] };
  const save = (): void => writeFileSync(file, JSON.stringify(run), { mode: 0o600 });
  save();
  return {
    async add(name, pid) {
      const childMark = await readProcessStartTime(pid);
      if (childMark === undefined) return;
      run.children = [...run.children.filter((child) => child.name !== name), { name, pid, mark: childMark }];
      save();
    },
    [Symbol.dispose]: () => rmSync(file, { force: true }),
  };
}

async function endPrevious(file: string, say: (line: string) => void): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const previous = parseRun(text);
  if (!previous) return;
  if (await staysAlive(previous.supervisor)) {
    const { pid } = previous.supervisor;
    throw new StartProblem(`it already runs on this DATA_DIR (process ${pid}): stop that one first, with kill ${pid}`);
  }
  const left = await keepRunning(previous.children);
  if (left.length === 0) return;
  say(`  ending what a killed start left running: ${left.map(({ name }) => name).join(', ')}`);
  // What others depend on was started first and is ended last.
  const [stores, rest] = [left.filter(isStore), left.filter((child) => !isStore(child))];
  await Promise.all(rest.map(({ pid }) => endProcess(pid, 'SIGTERM', GRACE_MS)));
  await Promise.all(
    stores.map(({ name, pid }) => endProcess(pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM', GRACE_MS)),
  );
}

type Known = z.output<typeof Process>;

const isStore = ({ name }: Known): boolean => name === 'postgres' || name === 'redis';

const isSame = async ({ pid, mark }: Known): Promise<boolean> => (await readProcessStartTime(pid)) === mark;

// A process that is being stopped or killed needs a moment to end.
async function staysAlive(known: Known): Promise<boolean> {
  const deadline = Date.now() + ENDING_MS;
  while (Date.now() < deadline && (await isSame(known))) await delay(50);
  return isSame(known);
}

async function keepRunning(processes: readonly Known[]): Promise<Known[]> {
  const same = await Promise.all(processes.map(isSame));
  return processes.filter((_, index) => same[index]);
}

function parseRun(text: string): z.output<typeof Run> | undefined {
  try {
    return Run.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
