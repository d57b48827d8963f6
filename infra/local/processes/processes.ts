import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { runToEnd } from './run.ts';

/** When a process started, so that a later process with the same id is not mistaken for it. */
export async function readProcessStartTime(pid: number): Promise<string | undefined> {
  if (!isProcessAlive(pid)) return undefined;
  if (process.platform !== 'linux') {
    const { stdout } = await runToEnd('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim() || undefined;
  }
  // Field 22 is when it started, in ticks since boot.
  return statFields(pid)[19];
}

// From the third field on: the name before it may hold spaces, its closing bracket is the last one.
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** The command line of a process, or nothing when it is gone. */
export async function readCommandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return (await runToEnd('ps', ['-o', 'command=', '-p', String(pid)])).stdout.trim();
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text.replaceAll('\0', ' ').trim();
}

export function isProcessAlive(pid: number): boolean {
  // An ended process that its parent has not waited for keeps its number; in containers often for ever.
  if (process.platform === 'linux') return !['Z', 'X', undefined].includes(statFields(pid)[0]);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile, which is what we wanted.
  }
}

/** Ends a process that is not a child of ours. */
export async function endProcess(pid: number, signal: 'SIGINT' | 'SIGTERM', graceMs: number): Promise<void> {
  signalProcess(pid, 'SIGCONT');
  signalProcess(pid, signal);
  const deadline = Date.now() + graceMs;
  while (isProcessAlive(pid) && Date.now() < deadline) await delay(25);
  if (!isProcessAlive(pid)) return;
  signalProcess(pid, 'SIGKILL');
  while (isProcessAlive(pid) && Date.now() < deadline + 2_000) await delay(25);
}
