import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

import { hashFiles } from '../local/folder-hash.ts';
import { reasonOf } from '../local/reason-of.ts';
import { fromRoot } from '../local/runtime.ts';
import { StartProblem } from '../local/start-problem.ts';

// Beside node_modules, where the bundles find the packages that stay outside of them, and outside of every data folder,
// because several systems run the same programs.
const HOME = fromRoot('dist', 'servers');
const SOURCES = [
  'shared',
  'api',
  'gateway',
  'workers',
  'agent',
  'agent-sim',
  'infra/bundles',
  'infra/local',
  'package-lock.json',
];

// A system that runs goes on with the folder that it began with, also when the sources change and others are built.
const KEPT_BUNDLES = 10;

/**
 * Builds the bundles unless they were built from exactly these sources. Each state of the sources has a folder of its
 * own, which appears complete, so processes that build at the same moment do not see half a folder of another.
 * @returns the folder, which `bundleFile` names the programs of
 */
export async function bundleWhenStale(note: (text: string) => void = () => {}, home = HOME): Promise<string> {
  const folder = path.join(home, (await hashFiles(SOURCES.map((part) => fromRoot(part)))).slice(0, 16));
  const isFresh = existsSync(folder);
  if (!isFresh) await buildInto(folder, home);
  const now = new Date();
  await utimes(folder, now, now);
  note(isFresh ? 'up to date' : 'built');
  if (!isFresh) await removeOldest(home);
  return folder;
}

async function buildInto(folder: string, home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  const draft = await mkdtemp(path.join(home, 'draft-'));
  try {
    const { buildBundles } = await import('./build-bundles.ts');
    await buildBundles(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was first, with the same content.
    if (!existsSync(folder)) throw new StartProblem(`the programs could not be bundled: ${reasonOf(error)}`);
  }
}

async function removeOldest(home: string): Promise<void> {
  const folders = await Promise.all(
    (await readdir(home)).map(async (name) => {
      const folder = path.join(home, name);
      return { folder, usedAt: (await stat(folder).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  const oldest = folders.toSorted((a, b) => b.usedAt - a.usedAt).slice(KEPT_BUNDLES);
  await Promise.all(oldest.map(({ folder }) => rm(folder, { recursive: true, force: true })));
}
