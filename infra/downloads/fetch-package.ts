import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { runToEnd } from '../local/processes/run.ts';
import { fromRoot } from '../local/runtime.ts';

/** A package of npm at exactly these bytes. */
export type PinnedPackage = { readonly name: string; readonly version: string; readonly integrity: string };

const CACHE = fromRoot('node_modules', '.cache', 'packages');

const isIntact = (bytes: Buffer, integrity: string): boolean =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}` === integrity;

const cacheFile = ({ name, version }: PinnedPackage): string =>
  path.join(CACHE, `${name.replaceAll('/', '+')}-${version}.tgz`);

async function readIntact(file: string, integrity: string): Promise<Buffer | null> {
  const bytes = await readFile(file).catch(() => null);
  return bytes && isIntact(bytes, integrity) ? bytes : null;
}

/**
 * The tarball of a package: kept from an earlier time, or fetched by npm, which knows its registry, proxy and sign-in.
 * @throws when it differs from the pinned integrity; that of the registry is not asked
 */
export async function fetchPackage(pinned: PinnedPackage, signal?: AbortSignal): Promise<Buffer> {
  const { name, version, integrity } = pinned;
  if (!integrity.startsWith('sha512-')) throw new Error(`${name} has no sha512 integrity`);
  const kept = cacheFile(pinned);
  const known = await readIntact(kept, integrity);
  if (known) return known;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(path.join(CACHE, 'fetch-'));
  try {
    const args = ['pack', `${name}@${version}`, '--pack-destination', folder, '--ignore-scripts', '--loglevel=error'];
    const { code, stderr } = await runToEnd('npm', args, { cwd: folder, ...(signal && { signal }) });
    const [file] = await readdir(folder);
    if (code !== 0 || file === undefined) throw new Error(`npm could not fetch ${name}@${version}:\n${stderr.trim()}`);
    const bytes = await readIntact(path.join(folder, file), integrity);
    if (!bytes) throw new Error(`${name}@${version} differs from its integrity: it is not used`);
    await rename(path.join(folder, file), kept);
    return bytes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
