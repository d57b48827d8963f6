import { fromRoot } from '../local/runtime.ts';
import { buildWhenStale } from './build-when-stale.ts';
import { REPOSITORY_ONLY_PROGRAM_SOURCES, STANDALONE_PROGRAM_SOURCES } from './programs.ts';

// Beside node_modules, where the bundles find the packages that stay outside of them, and outside of every data folder,
// because several systems run the same programs.
const HOME = fromRoot('dist', 'servers');
const SOURCES = [
  'shared',
  'api',
  'gateway',
  'relay',
  'workers',
  'agent',
  'agent-sim',
  'infra/bundles',
  'infra/local',
  'package-lock.json',
];

/**
 * Builds the bundles unless they were built from exactly these sources.
 * @returns the folder, which has a file of each program
 */
export const bundleWhenStale = (note: (text: string) => void = () => {}, home = HOME): Promise<string> =>
  buildWhenStale({ name: 'the bundles of the programs', home, sources: SOURCES, into: bundleInto }, note);

async function bundleInto(folder: string): Promise<void> {
  const { buildBundles } = await import('./build-bundles.ts');
  await buildBundles(folder, { ...STANDALONE_PROGRAM_SOURCES, ...REPOSITORY_ONLY_PROGRAM_SOURCES });
}
