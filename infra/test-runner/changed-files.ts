import { existsSync } from 'node:fs';

import { run } from '../local/run.ts';
import { fromRoot, ROOT } from '../local/runtime.ts';

/** What is not committed, or else what the last commit changed; relative to the repository, without deleted files. */
export async function changedFiles(): Promise<string[]> {
  const uncommitted = [
    ...(await git('diff', '--name-only', 'HEAD')),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ];
  const changed = uncommitted.length > 0 ? uncommitted : await git('diff', '--name-only', 'HEAD~1', 'HEAD');
  return changed.filter((file) => existsSync(fromRoot(file)));
}

async function git(...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await run('git', ['-c', 'core.quotePath=false', ...args], { cwd: ROOT });
  if (code !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.split('\n').filter((line) => line !== '');
}
