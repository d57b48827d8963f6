import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { NODE_BUNDLE_OPTIONS } from '../bundles/esbuild-options.ts';
import { COMPACT_HEAP_NODE_FLAGS } from '../bundles/programs.ts';
import { fromRoot, ROOT } from '../local/runtime.ts';
import { subsetLockfile } from '../lockfile/subset-lockfile.ts';

/**
 * The libraries beside the program, which the agent loads when it first captures the screen: two are native, one is
 * large.
 */
const LIBRARIES = ['sharp', 'node-screenshots', 'x11'];

/** The oldest Node that has all that the agent uses. */
export const OLDEST_NODE = 24;

/** The agent sets most of them itself (main.ts); they save more when they hold while Node starts. */
export const NODE_FLAGS = COMPACT_HEAP_NODE_FLAGS.join(' ');

/**
 * The library of the socket asks for the WebSocket of browsers and does not use it; Node would load an HTTP client of 2
 * MB to answer.
 */
const NO_BROWSER_SOCKET = 'delete globalThis.WebSocket;';

const Manifest = z.object({ version: z.string() });
const versionOf = async (file: string): Promise<string> =>
  Manifest.parse(JSON.parse(await readFile(fromRoot(file), 'utf8'))).version;

export const agentVersion = (): Promise<string> => versionOf('agent/package.json');

/** The package.json of a folder with the libraries beside the agent. */
export type AgentLibrariesManifest = { readonly name: string; readonly optionalDependencies: Record<string, string> };

export type AgentBundle = {
  readonly version: string;
  /** The program in one file, for Node from OLDEST_NODE on. */
  readonly program: string;
  /** What npm needs in order to add the libraries beside it. */
  readonly manifest: AgentLibrariesManifest;
  /** Their versions and checksums, which `npm ci` holds to. */
  readonly lockfile: string;
};

/**
 * The agent of this repository as one file that needs nothing else to run, save to capture the screen.
 * `stampedVersion`: the version that it says it is, instead of that of agent/package.json.
 */
export async function bundleAgent(stampedVersion?: string): Promise<AgentBundle> {
  // Heavy, and most starts find the packages made already.
  const { build } = await import('esbuild');
  const version = stampedVersion ?? (await agentVersion());
  const { outputFiles } = await build({
    entryPoints: [fromRoot('agent/src/main.ts')],
    ...NODE_BUNDLE_OPTIONS,
    banner: { js: `${NODE_BUNDLE_OPTIONS.banner.js} ${NO_BROWSER_SOCKET}` },
    // The names of the sources are in the program, so that it would depend on where it is made.
    absWorkingDir: ROOT,
    write: false,
    // V8 keeps the text of a program in memory. Names stay, and lines are short enough for a stack trace to say
    // something.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    target: `node${OLDEST_NODE}`,
    external: LIBRARIES,
    // Read by agent/src/main.ts.
    define: { AGENT_VERSION: JSON.stringify(version) },
  });
  const libraries = await Promise.all(
    LIBRARIES.map(async (name) => [name, await versionOf(`node_modules/${name}/package.json`)]),
  );
  const manifest = {
    name: 'vigil-agent',
    version,
    private: true,
    type: 'module',
    engines: { node: `>=${OLDEST_NODE}` },
    optionalDependencies: Object.fromEntries(libraries) as Record<string, string>,
  };
  return {
    version,
    program: outputFiles[0]?.text ?? '',
    manifest,
    lockfile: await subsetLockfile(manifest),
  };
}
