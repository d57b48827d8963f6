import { copyFile, cp, glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { fromRoot, ROOT } from '../local/runtime.ts';
import { subsetLockfile } from '../lockfile/subset-lockfile.ts';
import { compactStartEntry, COMPACT_START_PLUGIN } from './compact-start.ts';
import { NODE_BUNDLE_OPTIONS } from './esbuild-options.ts';
import { EXTERNAL_PACKAGES, prefersSmallHeap, MIGRATIONS_FOLDER } from './programs.ts';

const Manifest = z.object({ version: z.string() });

/**
 * Writes programs into a folder: `node <folder>/api.mjs` runs the API. With `npm ci` in it, those of
 * STANDALONE_PROGRAM_SOURCES need nothing of this repository.
 */
export async function buildBundles(folder: string, programs: Readonly<Record<string, string>>): Promise<void> {
  // Heavy, and most starts find the bundles built already.
  const { build } = await import('esbuild');
  await build({
    ...NODE_BUNDLE_OPTIONS,
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(
      Object.entries(programs).map(([name, source]) => [
        name,
        prefersSmallHeap(name) ? fromRoot(source) : compactStartEntry(source),
      ]),
    ),
    plugins: [...NODE_BUNDLE_OPTIONS.plugins, COMPACT_START_PLUGIN],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    target: 'node24',
    // Code that two programs share is one file; a dynamic import is a file of its own, read when it is first needed.
    splitting: true,
    external: [...EXTERNAL_PACKAGES],
    sourcemap: true,
    sourcesContent: false,
  });
  await cp(fromRoot(MIGRATIONS_FOLDER), path.join(folder, 'migrations'), { recursive: true });
  await copyScripts(folder);
  const content = await manifest();
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(content, undefined, 2)}\n`);
  await writeFile(path.join(folder, 'package-lock.json'), await subsetLockfile(content));
}

/** The scripts of Redis, each read from beside the module that declares it. @throws when two have the same name */
async function copyScripts(folder: string): Promise<void> {
  const names = new Set<string>();
  for await (const file of glob('{shared,api,gateway,workers}/src/**/*.lua', { cwd: ROOT })) {
    const name = path.basename(file);
    if (names.has(name)) throw new Error(`two scripts are named ${name}`);
    names.add(name);
    await copyFile(fromRoot(file), path.join(folder, name));
  }
}

/** What `npm ci` adds beside the bundles: exactly the versions of the lockfile. */
async function manifest() {
  const versions = await Promise.all(
    EXTERNAL_PACKAGES.map(async (name) => {
      const text = await readFile(fromRoot('node_modules', name, 'package.json'), 'utf8');
      return [name, Manifest.parse(JSON.parse(text)).version];
    }),
  );
  const dependencies = Object.fromEntries(versions) as Record<string, string>;
  return { name: 'vigil-servers', private: true, type: 'module', dependencies };
}
