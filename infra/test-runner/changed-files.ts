import { existsSync } from 'node:fs';
import { runToEnd } from '../local/processes/run.ts';
import { fromRoot, ROOT } from '../local/runtime.ts';

/** Relative to the repository, without deleted files. */
export interface ChangedFiles {
  /** What is not committed, or else what the last commit changed. */
  readonly now: readonly string[];
  /** Since the branch left `main`: what is proven there is not looked at again, and nothing else is forgotten. */
  readonly onBranch: readonly string[];
}

export async function findChangedFiles(): Promise<ChangedFiles> {
  const uncommitted = [
    ...(await git('diff', '--name-only', 'HEAD')),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ];
  const last = await git('diff', '--name-only', 'HEAD~1', 'HEAD');
  const [start] = await git('merge-base', 'main', 'HEAD').catch(() => []);
  const committed = start === undefined ? last : await git('diff', '--name-only', start, 'HEAD');
  const existing = (files: readonly string[]) => [...new Set(files)].filter((file) => existsSync(fromRoot(file)));
  return {
    now: existing(uncommitted.length > 0 ? uncommitted : last),
    onBranch: existing([...uncommitted, ...(committed.length > 0 ? committed : last)]),
  };
}

async function git(...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runToEnd('git', ['-c', 'core.quotePath=false', ...args], { cwd: ROOT });
  if (code !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.split('\n').filter((line) => line !== '');
}
