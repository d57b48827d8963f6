import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import { commandLine, endProcess } from '../processes/processes.ts';

const GRACE_MS = 10_000;

/** Ends a server that a killed start left behind on this data folder, and removes what it left on disk. */
export async function endStalePostmaster(dir: string): Promise<void> {
  const pidFile = path.join(dir, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!(pid > 0)) return;
  if ((await commandLine(pid)).includes(dir)) {
    await endProcess(pid, 'SIGINT', GRACE_MS);
    return;
  }
  // After a reboot the number may belong to any process, and Postgres would take that one for its predecessor.
  await rm(pidFile, { force: true });
}
