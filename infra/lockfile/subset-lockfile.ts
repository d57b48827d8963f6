import { readFile } from 'node:fs/promises';

import { z } from 'zod';

import { fromRoot } from '../local/runtime.ts';

import { findPlace } from './find-place.ts';

const Entry = z.looseObject({
  version: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
type Entry = z.output<typeof Entry>;
const Lockfile = z.looseObject({ packages: z.record(z.string(), Entry) });

type Manifest = { name: string; dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

/**
 * The lockfile for a folder that holds a few packages of this repository, with the same versions and checksums: `npm ci`
 * there installs nothing else.
 * @param manifest the package.json of that folder
 */
export async function subsetLockfile(manifest: Manifest): Promise<string> {
  const { packages } = Lockfile.parse(JSON.parse(await readFile(fromRoot('package-lock.json'), 'utf8')));
  const optional = new Set<string>();
  const required = new Set<string>();
  const add = (from: string, names: readonly string[], into: Set<string>): void => {
    for (const name of names) {
      const place = findPlace(packages, from, name);
      if (place === undefined || required.has(place) || into.has(place)) continue;
      into.add(place);
      const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {};
      add(place, Object.keys(dependencies), into);
      add(place, Object.keys(optionalDependencies), optional);
    }
  };
  add('', Object.keys(manifest.dependencies ?? {}), required);
  add('', Object.keys(manifest.optionalDependencies ?? {}), optional);
  const places = [...new Set([...required, ...optional])].toSorted();
  const content = {
    name: manifest.name,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': manifest,
      ...Object.fromEntries(places.map((place) => [place, entryOf(packages[place], !required.has(place))])),
    },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function entryOf(entry: Entry = {}, isOptional: boolean): Entry {
  const { dev: _dev, devOptional: _devOptional, optional: _optional, ...rest } = entry;
  return { ...rest, ...(isOptional && { optional: true }) };
}
