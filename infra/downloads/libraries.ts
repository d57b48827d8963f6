import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot } from '../local/runtime.ts';
import { selectLockfilePackages, type Platform } from '../lockfile/subset-lockfile.ts';
import type { AgentLibrariesManifest } from './agent-bundle.ts';
import { readNpmTarball } from './archives.ts';
import { fetchPackage } from './fetch-package.ts';
import { prefixWithFolder, type PackedFile } from './packed-file.ts';

/**
 * Where the libraries are taken from: `registry` for any platform, `installed` (our own node_modules, which npm has
 * held to the lockfile) for the one that this runs on.
 */
export type LibrarySource = 'registry' | 'installed';

/** What no program reads: types, sources, tests and examples. */
const UNUSED =
  /(?:\.d\.[cm]?ts|\.map)$|^(?:src|install|include|website|examples|test|autogen|docs|browser|scripts|\.github)\//u;

/**
 * The libraries of the agent for a platform as they lie in node_modules: the versions and checksums are those of our
 * lockfile.
 */
export async function collectLibraryFiles(
  manifest: AgentLibrariesManifest,
  platform: Platform,
  source: LibrarySource,
  signal?: AbortSignal,
): Promise<PackedFile[]> {
  const { entries } = await selectLockfilePackages(manifest, platform);
  const libraries = await Promise.all(
    [...entries].map(async ([place, { version = '', integrity = '' }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const files =
        source === 'installed'
          ? await installedFiles(place)
          : await readNpmTarball(await fetchPackage({ name, version, integrity }, signal));
      return prefixWithFolder(
        place,
        files.filter((file) => !UNUSED.test(file.name)),
      );
    }),
  );
  return libraries.flat();
}

/** What `npm ci` verified and unpacked for the computer that this runs on. */
async function installedFiles(place: string): Promise<PackedFile[]> {
  const folder = fromRoot(place);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    // A package in this one has a place of its own.
    .filter((name) => !name.startsWith('node_modules'));
  return Promise.all(files.map(async (name) => ({ name, content: await readFile(path.join(folder, name)) })));
}
