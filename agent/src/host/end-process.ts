import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** `protected`: the agent itself, its parent, or the system; `running`: it did not end, or the agent may not end it. */
export type ProcessEnd = 'ended' | 'running' | 'protected';

/** Kernel and first process: 0 and 4 on Windows, 1 elsewhere. */
const SYSTEM_PIDS = new Set([0, 1, 4]);
/** Time to save and leave, before the process is ended by force. */
const GRACE_MS = 5_000;
const FORCE_MS = 3_000;
const POLL_MS = 100;

/** Asks the process to end, then ends it by force. Resolves with what was observed, not with what was asked for. */
export async function endProcess(pid: number): Promise<ProcessEnd> {
  if (SYSTEM_PIDS.has(pid) || pid === process.pid || pid === process.ppid) return 'protected';
  for (const [signal, patience] of [['SIGTERM', GRACE_MS] as const, ['SIGKILL', FORCE_MS] as const]) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ESRCH' ? 'ended' : 'running';
    }
    for (let waited = 0; waited < patience; waited += POLL_MS) {
      if (!(await isRunning(pid))) return 'ended';
      await wait(POLL_MS);
    }
  }
  return 'running';
}

async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie has ended; only its parent has not noticed yet.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) Z /u.test(stat);
}
