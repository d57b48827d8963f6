import * as z from 'zod';
import type { AgentBundle, AgentLibrariesManifest } from './agent-bundle.ts';
import { readNpmTarball } from './archives.ts';
import { fetchPackage, type PinnedPackage } from './fetch-package.ts';
import { prefixWithFolder, type PackedFile } from './packed-file.ts';

type System = 'windows' | 'linux' | 'macos';
type InputPackage = PinnedPackage & { readonly dependencies?: Readonly<Record<string, string>> };

/** Its declarations, and what only its compilation needs. */
const UNUSED = /(?:\.d\.ts|\.exp|\.lib|\.md|patch-packagename\.js)$/u;
const LICENSE = /^LICENSE/u;

const libnut = (name: string, integrity: string): InputPackage => ({
  name: `@nut-tree-fork/${name}`,
  version: '2.7.5',
  integrity,
  dependencies: { bindings: '1.5.0' },
});

/** What finds the compiled part of a package. */
const bindings: readonly InputPackage[] = [
  {
    name: 'bindings',
    version: '1.5.0',
    integrity: 'sha512-p2q/t/mhvuOj/UeLlV6566GD/guowlr0hHxClI0W9m7MWYkL1F0hLo+0Aexs9HSPCtR1SXQ0TD3MMKrXZajbiQ==',
    dependencies: { 'file-uri-to-path': '1.0.0' },
  },
  {
    name: 'file-uri-to-path',
    version: '1.0.0',
    integrity: 'sha512-0Zt+s3L7Vf1biwWZ29aARiVYLx7iMGnEUl9x33fbB/j3jR81u/O2LbqK+Bm1CDSNDKVtJ/YjwY7TUd5SkeLQLw==',
  },
];

/**
 * What gives input to a system. They are pinned here and not in our lockfile, because each of them says that it runs on
 * all systems: npm would install the one for Windows on Linux. Linux has input over the protocol of X11.
 */
const libraries: { readonly [S in System]: readonly InputPackage[] } = {
  windows: [
    libnut(
      'libnut-win32',
      'sha512-yqC87zvmFcDPwFrRU40DYhN0xmEVM3aSkOuyF0IX+y1x+HWSu/i0PNklATpPBhGid3QVb/TOHuVoaraMrUFCNw==',
    ),
    ...bindings,
  ],
  linux: [],
  macos: [
    libnut(
      'libnut-darwin',
      'sha512-LbqtPtMPTJUcg4XoPP2jsU1wc8flBcGyKTerKsIfK9cD7nBHROnO0QksbrsbSWEpLym8T8fRtuU7XEY83l6Z2Q==',
    ),
    ...bindings,
  ],
};

/** The libraries as they lie in node_modules. */
export async function collectInputLibraries(system: System, signal?: AbortSignal): Promise<PackedFile[]> {
  const packed = libraries[system].map(async (library) => {
    const files = await readNpmTarball(await fetchPackage(library, signal));
    const used = files.filter(({ name }) => LICENSE.test(name) || !UNUSED.test(name));
    return prefixWithFolder(`node_modules/${library.name}`, used);
  });
  return (await Promise.all(packed)).flat();
}

const Lockfile = z.looseObject({ packages: z.record(z.string(), z.unknown()) });

/** What npm needs in order to add the libraries of a system, those for its input included. */
export function addInputLibraries(
  system: System,
  { manifest, lockfile }: Pick<AgentBundle, 'manifest' | 'lockfile'>,
): { manifest: AgentLibrariesManifest; lockfile: string } {
  const [input] = libraries[system];
  if (input === undefined) return { manifest, lockfile };
  const optionalDependencies = { ...manifest.optionalDependencies, [input.name]: input.version };
  const extended = { ...manifest, optionalDependencies };
  const { packages, ...rest } = Lockfile.parse(JSON.parse(lockfile));
  const entries = libraries[system].map(({ name, ...entry }) => [`node_modules/${name}`, { ...entry, optional: true }]);
  const all = { ...packages, ...Object.fromEntries(entries), '': extended };
  return { manifest: extended, lockfile: `${JSON.stringify({ ...rest, packages: all }, undefined, 2)}\n` };
}
