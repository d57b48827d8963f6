import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { reasonOf } from '../local/reason-of.ts';
import { fromRoot } from '../local/runtime.ts';
import { StartProblem } from '../local/start-problem.ts';
import { hashSources } from './folder-hash.ts';

/** What is built from sources of this repository. */
export type BuildTarget = {
  /** For a person who reads that it could not be built. */
  readonly name: string;
  /** Holds a folder for each state of the sources. */
  readonly home: string;
  /** Files and folders, relative to the repository. */
  readonly sources: readonly string[];
  into(folder: string): Promise<void>;
};

// A system that runs goes on with the folder that it began with, also when the sources change and others are built.
const KEPT = 10;

/** The folder of what is built from the present sources, whether it was built or not. */
export async function resolveBuildFolder({ home, sources }: Pick<BuildTarget, 'home' | 'sources'>): Promise<string> {
  return path.join(home, (await hashSources(sources.map((part) => fromRoot(part)))).slice(0, 16));
}

/**
 * Builds unless it was built from exactly these sources. Each state of the sources has a folder of its own, which
 * appears complete, so processes that build at the same moment do not see half a folder of another.
 */
export async function buildWhenStale(build: BuildTarget, note: (text: string) => void = () => {}): Promise<string> {
  const folder = await resolveBuildFolder(build);
  const isFresh = existsSync(folder);
  if (!isFresh) await buildInto(folder, build);
  const now = new Date();
  await utimes(folder, now, now);
  note(isFresh ? 'up to date' : 'built');
  if (!isFresh) await removeOldest(build.home);
  return folder;
}

async function buildInto(folder: string, { name, home, into }: BuildTarget): Promise<void> {
  await mkdir(home, { recursive: true });
  const draft = await mkdtemp(path.join(home, 'draft-'));
  try {
    await into(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was first, with the same content.
    if (!existsSync(folder)) throw new StartProblem(`${name} could not be built: ${reasonOf(error)}`);
  }
}

async function removeOldest(home: string): Promise<void> {
  const folders = await Promise.all(
    (await readdir(home)).map(async (name) => {
      const folder = path.join(home, name);
      return { folder, usedAt: (await stat(folder).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  const oldest = folders.toSorted((a, b) => b.usedAt - a.usedAt).slice(KEPT);
  await Promise.all(oldest.map(({ folder }) => rm(folder, { recursive: true, force: true })));
}
