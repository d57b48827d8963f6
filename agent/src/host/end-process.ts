import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { readProcessStart } from './process-start.ts';

/** `protected`: the agent itself, its parent, or the system; `running`: it did not end, or the agent may not end it. */
export type ProcessEnd = 'ended' | 'running' | 'protected';

/** Kernel and first process: 0 and 4 on Windows, 1 elsewhere. */
const SYSTEM_PIDS = new Set([0, 1, 4]);
/** Time to save and leave, before the process is ended by force. */
const GRACE_MS = 5_000;
const FORCE_MS = 3_000;
const POLL_MS = 100;

/**
 * Asks the process to end, then ends it by force. Resolves with what was observed, not with what was asked for.
 * `started` tells a process from a later one with its number, which is not ended.
 */
export async function endProcess(pid: number, started = readProcessStart): Promise<ProcessEnd> {
  if (SYSTEM_PIDS.has(pid) || pid === process.pid || pid === process.ppid) return 'protected';
  // Undefined where the system does not say: it is taken for the same then.
  const start = () => started(pid).catch(() => undefined);
  const before = await start();
  const isOther = async () => {
    const now = await start();
    return before !== undefined && now !== undefined && now !== before;
  };
  for (const [signal, patience] of [['SIGTERM', GRACE_MS] as const, ['SIGKILL', FORCE_MS] as const]) {
    if (signal === 'SIGKILL' && (await isOther())) return 'ended';
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
