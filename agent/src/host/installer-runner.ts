import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandId } from '@vigil/shared/contract/ids';
import type { CommandLine } from './installer-plans.ts';

/** Between the request to end and its enforcement. */
export const INSTALLER_GRACE_MS = 5_000;
/** For the rest of the output, after the exit. */
const OUTPUT_WAIT_MS = 500;
/** Of the installer's output, the end: it says why it failed. */
const OUTPUT_CHARS = 2_000;

export interface ProgramResult {
  /** Null when it could not be started, or was ended by a signal. */
  readonly code: number | null;
  /** Its end. */
  readonly output: string;
}

export interface InstallerRun {
  readonly command: CommandId;
  /** Of this run alone; its owner deletes it afterwards. */
  readonly folder: string;
  /** In milliseconds since 1970; `signal` aborts then. */
  readonly endsAt: number;
  readonly signal: AbortSignal;
}

/** How the installers of applications are run. Nothing of their command lines is read by a shell. */
export interface InstallerRunner {
  /** Runs an installer to its end; when `signal` aborts it is ended, with what it has started. */
  run(line: CommandLine, of: InstallerRun): Promise<ProgramResult>;
  /**
   * Waits for the end of a run that an earlier process of the agent began; null when there is none. Until `forget`, the
   * same each time.
   */
  resume(of: InstallerRun): Promise<ProgramResult | null>;
  /** Deletes what is kept of a run outside its folder. */
  forget(of: Pick<InstallerRun, 'command' | 'folder'>): Promise<void>;
  /** Starts a program that goes on by itself. */
  start(line: CommandLine, command: CommandId): Promise<'started' | 'failed'>;
}

/** Where a run writes. A file: a pipe would break with the agent. */
export const outputPath = ({ folder }: Pick<InstallerRun, 'folder'>): string => join(folder, 'output');

export const readLastOutput = (of: Pick<InstallerRun, 'folder'>): Promise<string> =>
  readFile(outputPath(of), 'utf8').then(
    (text) => text.slice(-OUTPUT_CHARS),
    () => '',
  );

/** Runs a program without a shell and without the agent's own settings, one of which is a token. */
export async function runProgram([file, ...args]: CommandLine, signal: AbortSignal): Promise<ProgramResult> {
  const isUnix = process.platform !== 'win32';
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: childProgramEnvironment(),
    windowsHide: true,
    // A group of its own, so that what an installer starts ends with it.
    detached: isUnix,
  });
  const closed = once(child, 'close').catch(() => undefined);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-OUTPUT_CHARS)));
  const end = (how: NodeJS.Signals) => {
    try {
      if (isUnix && child.pid !== undefined) process.kill(-child.pid, how);
      else child.kill(how);
    } catch {
      // It has ended.
    }
  };
  let force: NodeJS.Timeout | undefined;
  const stop = () => {
    end('SIGTERM');
    force = setTimeout(end, INSTALLER_GRACE_MS, 'SIGKILL');
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    // What a program leaves running in the background may hold its output open for ever.
    await Promise.race([closed, wait(OUTPUT_WAIT_MS)]);
    return { code, output };
  } catch (error) {
    return { code: null, output: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(force);
    signal.removeEventListener('abort', stop);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** Starts a program that goes on by itself. */
export async function startDetachedProgram([file, ...args]: CommandLine): Promise<'started' | 'failed'> {
  const child = spawn(file, args, { stdio: 'ignore', env: childProgramEnvironment(), detached: true });
  try {
    await once(child, 'spawn');
    child.unref();
    return 'started';
  } catch {
    return 'failed';
  }
}

/** What installers of Debian packages ask, they answer themselves. */
export const INSTALLER_ENVIRONMENT = { DEBIAN_FRONTEND: 'noninteractive' };

export const childProgramEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VIGIL_'))),
  ...INSTALLER_ENVIRONMENT,
});
