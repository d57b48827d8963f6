import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { CommandLine } from './installer-plans.ts';
import {
  childProgramEnvironment,
  INSTALLER_GRACE_MS,
  readLastOutput,
  outputPath,
  startDetachedProgram,
  type InstallerRun,
  type InstallerRunner,
} from './installer-runner.ts';
import { readProcessStart } from './process-start.ts';

const isUnix = process.platform !== 'win32';

/** Windows starts a program to tell whether one runs. */
const POLL_MS = isUnix ? 1_000 : 5_000;

/**
 * Waits until its process is recorded, runs the program, and leaves its exit code in a file, which outlives an agent
 * that is not there to be told. A request to end goes to the program; this shell goes on until the program has ended.
 * Arguments are passed on as they are.
 */
const UNIX_WRAPPER =
  'read -r _ || exit 1; folder=$1; shift; trap : TERM; "$@" </dev/null; echo $? >"$folder/exit.new"; mv "$folder/exit.new" "$folder/exit"';

/** The process of a run, which is recorded before its program begins. */
const Recorded = z.object({ pid: z.int().positive(), started: z.string() });
type Recorded = z.infer<typeof Recorded>;

/** Processes of their own, for systems without systemd. An agent that ends in the meantime finds them again. */
export const detachedProcessRunner: InstallerRunner = {
  async run(line, of) {
    try {
      const { recorded, exited } = await begin(line, of);
      using _limit = endAtLimit(recorded, of);
      const code = await exited;
      // Without a wrapper the exit code is known to this process only, until here.
      if (!isUnix && code !== null) await writeFile(exitFileOf(of), `${code}\n`);
      return { code: await exitCodeOf(of), output: await readLastOutput(of) };
    } catch (error) {
      return { code: null, output: error instanceof Error ? error.message : String(error) };
    }
  },
  async resume(of) {
    const recorded = await readRecorded(of);
    if (recorded === null) return null;
    using _limit = endAtLimit(recorded, of);
    while (await isRunning(recorded)) await wait(POLL_MS);
    const code = await exitCodeOf(of);
    // Ended at the limit of its time, which says enough; otherwise nothing tells how it ended.
    return code === null && !of.signal.aborted ? null : { code, output: await readLastOutput(of) };
  },
  // All of it is in its folder.
  forget: () => Promise.resolve(),
  start: startDetachedProgram,
};

async function begin(line: CommandLine, of: InstallerRun) {
  await using output = await open(outputPath(of), 'w', 0o600);
  const [file, ...args] = isUnix ? (['/bin/sh', '-c', UNIX_WRAPPER, 'sh', of.folder, ...line] as const) : line;
  const child = spawn(file, args, {
    stdio: [isUnix ? 'pipe' : 'ignore', output.fd, output.fd],
    env: childProgramEnvironment(),
    windowsHide: true,
    // A group of its own: what an installer starts ends with it, and the end of the agent is none of the installer.
    detached: true,
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  exited.catch(() => undefined);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const recorded = { pid, started: (await readProcessStart(pid).catch(() => null)) ?? '' };
  await writeRecorded(of, recorded);
  // One that was ended before it read this has closed its end.
  child.stdin?.on('error', () => undefined).end('\n');
  return { recorded, exited };
}

const recordOf = ({ folder }: InstallerRun): string => join(folder, 'process.json');

/** On the disk before the program begins: a device may lose its power in the middle of an installation. */
async function writeRecorded(of: InstallerRun, recorded: Recorded): Promise<void> {
  const draft = `${recordOf(of)}.new`;
  {
    await using file = await open(draft, 'w', 0o600);
    await file.writeFile(JSON.stringify(recorded));
    await file.sync();
  }
  await rename(draft, recordOf(of));
}

async function readRecorded(of: InstallerRun): Promise<Recorded | null> {
  try {
    return Recorded.parse(JSON.parse(await readFile(recordOf(of), 'utf8')));
  } catch {
    return null;
  }
}

/** Another process may have the number by now. Not known is no end: the installer may well be running. */
const isRunning = async ({ pid, started }: Recorded): Promise<boolean> =>
  started !== '' &&
  (await readProcessStart(pid).then(
    (start) => start === started,
    () => true,
  ));

const exitFileOf = ({ folder }: InstallerRun): string => join(folder, 'exit');

async function exitCodeOf(of: InstallerRun): Promise<number | null> {
  const text = await readFile(exitFileOf(of), 'utf8').catch(() => '');
  return /^\d+\n$/u.test(text) ? Number(text) : null;
}

/** When the time of a run is over, ends it with what it has started, in the end by force. */
function endAtLimit(recorded: Recorded, { signal }: InstallerRun): Disposable {
  const over = new AbortController();
  const end = async () => {
    for (const how of ['SIGTERM', 'SIGKILL'] as const) {
      if (over.signal.aborted || !(await isRunning(recorded))) return;
      try {
        process.kill(isUnix ? -recorded.pid : recorded.pid, how);
      } catch {
        // It has ended.
      }
      await wait(INSTALLER_GRACE_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const onAbort = () => void end();
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return {
    [Symbol.dispose]() {
      signal.removeEventListener('abort', onAbort);
      over.abort();
    },
  };
}
