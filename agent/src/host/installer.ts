import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { InstallerArguments } from '@vigil/shared/contract/application';
import type { CommandId } from '@vigil/shared/contract/ids';
import * as z from 'zod';
import {
  failedResult,
  interruptedResult,
  type FinalResult,
  type Installer,
  type ApplicationOrder,
} from '../executors/executor.ts';
import { SerialQueue } from '../turn-queue.ts';
import { detachedProcessRunner } from './detached-process-runner.ts';
import { isPackageName, installPlanFor, type CommandLine, type InstallPlan } from './installer-plans.ts';
import { runProgram, type ProgramResult, type InstallerRun, type InstallerRunner } from './installer-runner.ts';

/** Download and installation together: a minute less than the server waits for a result. */
const TIMEOUT_MS = 14 * 60_000;
/** Of the progress, the share of the download. */
const DOWNLOAD_PERCENT = 80;
const PERCENT_STEP = 5;

export interface InstallerOptions {
  readonly programs?: InstallerRunner;
  readonly timeoutMs?: number;
}

/** Uses the installers of the operating system. An agent has it only with `--allow-install`. */
export function createSystemInstaller(
  stateFolder: string,
  { programs = detachedProcessRunner, timeoutMs = TIMEOUT_MS }: InstallerOptions = {},
): Installer {
  // Beside the agent's state and not in the system's folder for temporary files: there others could exchange what is
  // run.
  const folder = join(stateFolder, 'installing');
  removeUnrecorded(folder);
  // Package managers lock their database, so that a second one beside it fails.
  const queue = new SerialQueue();
  const runOf = (command: CommandId, endsAt: number): Run => {
    const signal = AbortSignal.timeout(Math.max(0, endsAt - Date.now()));
    return { command, folder: join(folder, command), endsAt, signal, programs };
  };
  return {
    async install(order, { download, report }) {
      if (installPlanFor(order, '') === null) return failedResult('install_unsupported');
      const of = runOf(order.command, Date.now() + timeoutMs);
      // In the order of arrival; only the downloads run side by side.
      using turn = queue.enter();
      mkdirSync(of.folder, { recursive: true, mode: 0o700 });
      const file = join(of.folder, `package.${order.kind}`);
      try {
        const problem = await fetchFile(order, file, { body: () => download(of.signal), report });
        if (problem !== null) return of.signal.aborted ? failedResult('install_timeout') : problem;
        if (!(await turn.comes(of.signal))) return failedResult('install_timeout');
        const plan = installPlanFor(order, file);
        return plan === null ? failedResult('install_unsupported') : await install(order, plan, of);
      } finally {
        await remove(file);
      }
    },
    async resume(command) {
      // Before anything is awaited, so that no other installation begins beside it.
      using _turn = queue.enter();
      const record = await readRecord(join(folder, command));
      if (record === null) return interruptedResult;
      const of = runOf(command, record.endsAt);
      const ended = await programs.resume(of);
      return ended === null ? interruptedResult : await conclude(ended, record, of);
    },
    async forget(command) {
      const of = { command, folder: join(folder, command) };
      if (!existsSync(of.folder)) return;
      await programs.forget(of);
      await remove(of.folder);
    },
  };
}

const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 5 });

/** Deletes what an agent that ended has left, but for the installers that may still be running (`resume`). */
function removeUnrecorded(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (!existsSync(join(folder, name, RECORD))) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Stores the file. @returns why it must not be used, or null: its size and hash are those of the signed command */
async function fetchFile(
  { size, sha256 }: ApplicationOrder,
  path: string,
  { body, report }: { body: () => Promise<Readable>; report: (percent: number) => void },
): Promise<FinalResult | null> {
  const hash = createHash('sha256');
  let received = 0;
  let reported = 0;
  try {
    await using file = await open(path, 'wx', 0o600);
    for await (const piece of (await body()) as AsyncIterable<Buffer>) {
      received += piece.length;
      if (received > size) return failedResult('hash_mismatch');
      hash.update(piece);
      await file.writeFile(piece);
      const percent = Math.floor((DOWNLOAD_PERCENT * received) / size);
      if (percent < reported + PERCENT_STEP) continue;
      reported = percent;
      report(percent);
    }
  } catch {
    return failedResult('download_failed');
  }
  if (received < size) return failedResult('download_failed');
  if (hash.digest('hex') !== sha256) return failedResult('hash_mismatch');
  chmodSync(path, 0o700);
  return null;
}

interface Run extends InstallerRun {
  readonly programs: InstallerRunner;
}

async function install(order: ApplicationOrder, plan: InstallPlan, of: Run): Promise<FinalResult> {
  const named = plan.name === undefined ? null : await runProgram(plan.name, of.signal);
  const name = named?.output.trim() ?? '';
  if (named !== null && (named.code !== 0 || !isPackageName(name))) return failed(named);
  const { success } = plan;
  const record: RunRecord = { endsAt: of.endsAt, success: [...success], run_after: order.run_after };
  await writeFile(join(of.folder, RECORD), JSON.stringify(record));
  return await conclude(await of.programs.run(plan.run(name), of), record, of);
}

/** The result of an installer that has ended. One that ended well in the end took not too long. */
async function conclude(ended: ProgramResult, { success, run_after }: RunRecord, of: Run): Promise<FinalResult> {
  if (ended.code === null || !success.includes(ended.code))
    return of.signal.aborted ? failedResult('install_timeout') : failed(ended);
  const [file, ...args] = run_after;
  const started = file === undefined ? {} : { run_after: await startOnce([file, ...args], of) };
  return { state: 'done', result: { exit_code: ended.code, output: ended.output, ...started } };
}

/**
 * The program after an installation is started at most once. `unknown`: an earlier process of the agent ended while it
 * started it.
 */
async function startOnce(line: CommandLine, of: Run): Promise<'started' | 'failed' | 'unknown'> {
  const mark = join(of.folder, RUN_AFTER);
  const before = await readFile(mark, 'utf8').catch(() => null);
  if (before !== null) return before === 'started' || before === 'failed' ? before : 'unknown';
  await writeFile(mark, '');
  const outcome = await of.programs.start(line, of.command);
  await writeFile(mark, outcome);
  return outcome;
}

/** What is needed to judge a run that this process has not begun. */
const RunRecord = z.object({ endsAt: z.number(), success: z.array(z.int()), run_after: InstallerArguments });
type RunRecord = z.infer<typeof RunRecord>;

const RECORD = 'run.json';
const RUN_AFTER = 'run-after';

async function readRecord(folder: string): Promise<RunRecord | null> {
  try {
    return RunRecord.parse(JSON.parse(await readFile(join(folder, RECORD), 'utf8')));
  } catch {
    return null;
  }
}

const failed = ({ code, output }: ProgramResult) =>
  failedResult('command_refused', `exit code ${code ?? 'unknown'}: ${output.slice(-440).trim()}`.trim());
