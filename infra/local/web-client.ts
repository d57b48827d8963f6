import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { hashFiles } from './folder-hash.ts';
import { run } from './run.ts';
import { fromRoot, NODE, ROOT } from './runtime.ts';
import { StartProblem } from './start-problem.ts';

export const WEB_DIST = fromRoot('web', 'dist');

const SOURCES = ['web', 'shared/src/contract', 'shared/src/domain', 'package-lock.json'].map((part) => fromRoot(part));
const STAMP = path.join(WEB_DIST, '.vigil-stamp');

/** Builds the client unless what is there was made from exactly these sources. */
export async function buildWebWhenStale(note: (text: string) => void): Promise<void> {
  const wanted = await hashFiles(SOURCES);
  const built = await readFile(STAMP, 'utf8').catch(() => '');
  if (built === wanted) return note('up to date');
  const { code, stdout, stderr } = await npm(['run', 'build', '--workspace', 'web']);
  if (code !== 0) throw new StartProblem(`the client could not be built:\n${tail(`${stdout}\n${stderr}`)}`);
  await writeFile(STAMP, wanted);
  note('built');
}

/** npm under the Node of the lockfile, not under the Node that started this process. */
function npm(args: string[]): ReturnType<typeof run> {
  // Under a test runner the environment says "test", and React would come in its slow form, made for developers.
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PATH: `${path.dirname(NODE)}${path.delimiter}${process.env['PATH'] ?? ''}`,
  };
  const cli = process.env['npm_execpath'];
  return cli?.endsWith('.js') ? run(NODE, [cli, ...args], { cwd: ROOT, env }) : run('npm', args, { cwd: ROOT, env });
}

const tail = (text: string): string => text.trim().split('\n').slice(-15).join('\n');
