import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { fromRoot } from '../local/runtime.ts';
import { findPackagePlace } from './find-place.ts';

/**
 * Adds the native packages of other platforms that a registry mirror did not offer when the lockfile was written. npm
 * leaves those out in silence, and from then on `npm ci` refuses the lockfile everywhere, ours included.
 */
const Entry = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const Lockfile = z.looseObject({ packages: z.record(z.string(), Entry) });

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

type Packages = z.output<typeof Lockfile>['packages'];

/** @returns the entries to add, by their place in node_modules */
export function findMissingLockfileEntries(packages: Packages): Record<string, object> {
  const missing: Record<string, object> = {};
  for (const [place, { dev, optionalDependencies }] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(optionalDependencies ?? {})) {
      if (findPackagePlace(packages, place, name) !== undefined) continue;
      const version = /\d+\.\d+\.\d+[\w.+-]*/u.exec(range)?.[0] ?? range;
      const top = `node_modules/${name}`;
      const free = packages[top] === undefined && missing[top] === undefined;
      missing[free ? top : `${place}/${top}`] = { version, ...(dev && { dev }), optional: true, ...platformOf(name) };
    }
  }
  return missing;
}

// Those packages are named after what they run on; without that npm would try to install them here.
function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } {
  const parts = name === 'fsevents' ? ['darwin'] : name.split(/[@/-]/u);
  const os = SYSTEMS.filter((system) => parts.includes(system) || parts.includes(`${system}musl`));
  const cpu = PROCESSORS.filter((processor) => parts.includes(processor));
  const libc = parts.some((part) => part.endsWith('musl')) ? ['musl'] : parts.includes('gnu') ? ['glibc'] : [];
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }) };
}

function completeLockfile(file: string): number {
  const lockfile = Lockfile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const missing = findMissingLockfileEntries(lockfile.packages);
  Object.assign(lockfile.packages, missing);
  if (Object.keys(missing).length > 0) writeFileSync(file, `${JSON.stringify(lockfile, undefined, 2)}\n`);
  return Object.keys(missing).length;
}

if (import.meta.main)
  console.log(`${completeLockfile(fromRoot('package-lock.json'))} entries added; now run npm install`);
