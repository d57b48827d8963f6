import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readProcessStartTime } from '../processes/processes.ts';

// Linux keeps it in memory. A database is more than 500 files, which cost 0.3 s of a core on a disk and 0.02 s here.
const MEMORY = '/dev/shm';
// Several times what a run of all tests needs. Containers have 64 MB there unless they are told otherwise.
const NEEDED_MB = 4_096;
const FOLDER = /^vigil-throwaway-(?<pid>\d+)-(?<start>\d+)-/u;

/**
 * A folder for the data of a Postgres of tests: in memory where there is plenty, else among the temporary files. What
 * is in memory must not stay, so folders of processes that were killed before they removed theirs are removed first.
 */
export async function makeThrowawayFolder({ memoryFolder = MEMORY, neededMb = NEEDED_MB } = {}): Promise<string> {
  if (!(await hasRoom(memoryFolder, neededMb))) return mkdtemp(path.join(tmpdir(), 'vigil-throwaway-'));
  await removeAbandoned(memoryFolder);
  return mkdtemp(path.join(memoryFolder, `vigil-throwaway-${process.pid}-${await readProcessStartTime(process.pid)}-`));
}

async function hasRoom(memoryFolder: string, neededMb: number): Promise<boolean> {
  const system = await statfs(memoryFolder).catch(() => undefined);
  return system !== undefined && (system.bavail * system.bsize) / 1_024 ** 2 >= neededMb;
}

async function removeAbandoned(memoryFolder: string): Promise<void> {
  for (const entry of await readdir(memoryFolder)) {
    const { pid, start } = FOLDER.exec(entry)?.groups ?? {};
    if (pid === undefined || (await readProcessStartTime(Number(pid))) === start) continue;
    await rm(path.join(memoryFolder, entry), { recursive: true, force: true });
  }
}
