import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { reasonOf } from './reason-of.ts';
import { StartProblem } from './start-problem.ts';

export async function ensureWritableDataDir(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new StartProblem(
      `DATA_DIR has to be a folder that this user may write to, not ${folder}: ${reasonOf(error)}`,
    );
  }
}

// An empty database with its write-ahead log, the log files and the built client; below it the first write would fail.
const MIN_FREE_MB = 300;

export async function assertFreeDiskSpace(dir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dir);
  const freeMb = Math.floor((bavail * bsize) / 1024 ** 2);
  if (freeMb >= MIN_FREE_MB) return;
  throw new StartProblem(
    `the disk is full: ${freeMb} MB are free at ${dir} and ${MIN_FREE_MB} MB are needed; free some space, or set DATA_DIR`,
  );
}
