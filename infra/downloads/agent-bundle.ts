import { readFile } from 'node:fs/promises';

import { z } from 'zod';

import { NODE_BUNDLE } from '../bundles/esbuild-options.ts';
import { subsetLockfile } from '../lockfile/subset-lockfile.ts';
import { fromRoot } from '../local/runtime.ts';

/** Native libraries, which cannot be in a bundle; the agent loads them when there is a picture to take. */
const NATIVE = ['sharp', 'node-screenshots'];

/** The oldest Node that has all that the agent uses. */
export const OLDEST_NODE = 22;

const Manifest = z.object({ version: z.string() });
const versionOf = async (file: string): Promise<string> =>
  Manifest.parse(JSON.parse(await readFile(fromRoot(file), 'utf8'))).version;

export type AgentBundle = {
  readonly version: string;
  /** The program in one file, for Node from OLDEST_NODE on. */
  readonly program: string;
  /** What npm needs in order to add the native libraries beside it. */
  readonly manifest: string;
  /** Their versions and checksums, which `npm ci` holds to. */
  readonly lockfile: string;
};

/** The agent of this repository as one file that needs nothing else to run, save to take pictures. */
export async function bundleAgent(): Promise<AgentBundle> {
  // Heavy, and most starts find the packages made already.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fromRoot('agent/src/main.ts')],
    ...NODE_BUNDLE,
    write: false,
    target: `node${OLDEST_NODE}`,
    external: NATIVE,
  });
  const version = await versionOf('agent/package.json');
  const natives = await Promise.all(
    NATIVE.map(async (name) => [name, await versionOf(`node_modules/${name}/package.json`)]),
  );
  const manifest = {
    name: 'vigil-agent',
    version,
    private: true,
    type: 'module',
    engines: { node: `>=${OLDEST_NODE}` },
    optionalDependencies: Object.fromEntries(natives) as Record<string, string>,
  };
  return {
    version,
    program: outputFiles[0]?.text ?? '',
    manifest: `${JSON.stringify(manifest, undefined, 2)}\n`,
    lockfile: await subsetLockfile(manifest),
  };
}
