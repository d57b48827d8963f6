import path from 'node:path';
import { resolveBuildFolder, buildWhenStale } from '../../bundles/build-when-stale.ts';
import { runToEnd } from '../processes/run.ts';
import { fromRoot, NODE_EXECUTABLE, ROOT } from '../runtime.ts';

const CLIENT = {
  name: 'the client',
  home: fromRoot('dist', 'web'),
  sources: ['web', 'shared/src/contract', 'shared/src/domain', 'package-lock.json'],
};

/** The folder of the client of the present sources, built or not. */
export const resolveWebBuildFolder = (): Promise<string> => resolveBuildFolder(CLIENT);

/** Builds the client unless it was built from exactly these sources; answers with its folder. */
export const buildWebWhenStale = (note: (text: string) => void = () => {}): Promise<string> =>
  buildWhenStale({ ...CLIENT, into: buildInto }, note);

async function buildInto(folder: string): Promise<void> {
  const out = ['--outDir', folder, '--emptyOutDir'];
  const { code, stdout, stderr } = await npm(['run', 'build', '--workspace', 'web', '--', ...out]);
  if (code !== 0) throw new Error(tail(`${stdout}\n${stderr}`));
}

/** npm under the Node of the lockfile, not under the Node that started this process. */
function npm(args: string[]): ReturnType<typeof runToEnd> {
  // Under a test runner the environment says "test", and React would come in its slow form, made for developers.
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PATH: `${path.dirname(NODE_EXECUTABLE)}${path.delimiter}${process.env['PATH'] ?? ''}`,
  };
  const cli = process.env['npm_execpath'];
  return cli?.endsWith('.js')
    ? runToEnd(NODE_EXECUTABLE, [cli, ...args], { cwd: ROOT, env })
    : runToEnd('npm', args, { cwd: ROOT, env });
}

const tail = (text: string): string => text.trim().split('\n').slice(-15).join('\n');
