import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { fromRoot } from '../local/runtime.ts';
import { readNpmTarball } from './archives.ts';
import { fetchPackage } from './fetch-package.ts';
import { packedFileBytes, type PackedFile } from './packed-file.ts';

/**
 * The platform packages of Node: the integrity of each, and the SHA-256 of the files that are taken from it. The
 * version is that of `node` in our lockfile, which knows the package of no platform.
 */
const Runtimes = z.object({
  version: z.string(),
  packages: z.record(z.string(), z.object({ integrity: z.string(), files: z.record(z.string(), z.string()) })),
});
export type PinnedNodeRuntimes = z.output<typeof Runtimes>;

export async function readPinnedNodeRuntimes(): Promise<PinnedNodeRuntimes> {
  return Runtimes.parse(JSON.parse(await readFile(fromRoot('infra/downloads/runtimes.json'), 'utf8')));
}

const isFile = (bytes: Buffer | undefined, sha256: string): boolean =>
  bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === sha256;

/** A file of a runtime's package, by its name in the package, such as `bin/node`. */
export async function loadNodeRuntimeFile(packageName: string, file: string, signal?: AbortSignal): Promise<Buffer> {
  const { version, packages } = await readPinnedNodeRuntimes();
  const pinned = packages[packageName];
  const sha256 = pinned?.files[file];
  if (!pinned || sha256 === undefined) throw new Error(`runtimes.json does not have ${file} of ${packageName}`);
  // The one that runs this repository was installed from the same package.
  const own = await readFile(fromRoot('node_modules/node/node_modules', packageName, file)).catch(() => undefined);
  if (own && isFile(own, sha256)) return own;
  const { integrity } = pinned;
  const files = await readNpmTarball(await fetchPackage({ name: packageName, version, integrity }, signal));
  const found = files.find(({ name }: PackedFile) => name === file);
  if (!found || !isFile(packedFileBytes(found), sha256))
    throw new Error(`${file} of ${packageName} is not the pinned one`);
  return packedFileBytes(found);
}
