import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { fromRoot } from '../local/runtime.ts';
import { findPackagePlace } from './find-place.ts';

const Entry = z.looseObject({
  version: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  integrity: z.string().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
});
type Entry = z.output<typeof Entry>;
const Lockfile = z.looseObject({ packages: z.record(z.string(), Entry) });

type Manifest = { name: string; dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

/** What a package may be made for, in the words of npm; without `libc` there is only one. */
export type Platform = { readonly os: string; readonly cpu: string; readonly libc?: string };

const isFor = ({ os, cpu, libc }: Entry, platform: Platform): boolean =>
  (os ?? [platform.os]).includes(platform.os) &&
  (cpu ?? [platform.cpu]).includes(platform.cpu) &&
  (libc === undefined || platform.libc === undefined || libc.includes(platform.libc));

/**
 * The packages of our lockfile that a folder with this manifest needs, by their place in node_modules, and which of
 * them it cannot do without.
 * @param platform leaves out what does not run there; without it the packages of all platforms are in it
 */
export async function selectLockfilePackages(
  manifest: Manifest,
  platform?: Platform,
): Promise<{ entries: Map<string, Entry>; required: ReadonlySet<string> }> {
  const { packages } = Lockfile.parse(JSON.parse(await readFile(fromRoot('package-lock.json'), 'utf8')));
  const optional = new Set<string>();
  const required = new Set<string>();
  const add = (from: string, names: readonly string[], into: Set<string>): void => {
    for (const name of names) {
      const place = findPackagePlace(packages, from, name);
      if (place === undefined || required.has(place) || into.has(place)) continue;
      const entry = packages[place] ?? {};
      if (platform && !isFor(entry, platform)) continue;
      into.add(place);
      add(place, Object.keys(entry.dependencies ?? {}), into);
      add(place, Object.keys(entry.optionalDependencies ?? {}), optional);
    }
  };
  add('', Object.keys(manifest.dependencies ?? {}), required);
  add('', Object.keys(manifest.optionalDependencies ?? {}), optional);
  const places = [...new Set([...required, ...optional])].toSorted();
  return { entries: new Map(places.map((place) => [place, packages[place] ?? {}])), required };
}

/**
 * The lockfile for a folder that holds a few packages of this repository, with the same versions and checksums: `npm
 * ci` there installs nothing else.
 * @param manifest the package.json of that folder
 */
export async function subsetLockfile(manifest: Manifest): Promise<string> {
  const { entries, required } = await selectLockfilePackages(manifest);
  const content = {
    name: manifest.name,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': manifest,
      ...Object.fromEntries([...entries].map(([place, entry]) => [place, entryOf(entry, !required.has(place))])),
    },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function entryOf(entry: Entry, isOptional: boolean): Entry {
  const { dev: _dev, devOptional: _devOptional, optional: _optional, ...rest } = entry;
  return { ...rest, ...(isOptional && { optional: true }) };
}
