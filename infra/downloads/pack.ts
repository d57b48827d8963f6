import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { hashSources } from '../bundles/folder-hash.ts';
import { fromRoot } from '../local/runtime.ts';
import type { RuntimePackageTarget } from './agent-packages.ts';
import type { GeneratedFile } from './download-file.ts';

const LIST = 'downloads.json';
const SOURCES = [
  'agent/src',
  'agent/package.json',
  'shared/src/contract',
  'infra/bundles/esbuild-options.ts',
  'infra/downloads',
  'infra/lockfile',
  'docs/manuals',
  'package-lock.json',
];

/**
 * What a folder has: packages that need Node on the device, archives with a runtime of their own, and all formats of
 * these.
 */
export const packageSets = ['light', 'archives', 'all'] as const;
export type PackageSet = (typeof packageSets)[number];

const ListedFile = z.looseObject({ file_name: z.string(), dev_os_id: z.int(), kind: z.string() });
type ListedFile = z.output<typeof ListedFile>;

/** A package that is still being made. */
const Preparing = z.object({ dev_os_id: z.int(), arch: z.string() });

const List = z.object({
  sources: z.string(),
  /** Null until the first of them are all there. */
  has: z.enum(packageSets).nullable().default(null),
  /** Of the agent in the packages. */
  version: z.string().default(''),
  files: z.array(ListedFile),
  preparing: z.array(Preparing).default([]),
});

type List = z.output<typeof List>;

const NOTHING: List = { sources: '', has: null, version: '', files: [], preparing: [] };

async function readList(file: string): Promise<List> {
  try {
    return List.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return NOTHING;
  }
}

/**
 * Replaces the file at once, since a download of it may be under way. The draft has a name of its own, since another
 * process may write the same file at the same moment: the same sources make the same bytes, so either may win.
 */
async function replaceFile(file: string, content: Buffer | string): Promise<void> {
  const draft = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(draft, content);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

export type PackOptions = {
  readonly packages: PackageSet;
  /** Takes what is installed here for packages of this system, so that nothing is fetched for them. */
  readonly usesInstalled?: boolean;
  readonly signal?: AbortSignal;
  onPacked?(file: GeneratedFile): void;
};

const includes = (has: PackageSet | null, wanted: PackageSet): boolean =>
  has !== null && packageSets.indexOf(has) >= packageSets.indexOf(wanted);

/**
 * Makes everything there is to download, unless what lies in the folder was made from exactly these sources. Packages
 * with their own runtime stay until the sources change. The list is written as soon as there is something new to offer.
 * @throws AggregateError of the packages that could not be made, after all others are there
 */
export async function packDownloadsWhenStale(
  folder: string,
  { packages, usesInstalled = false, signal, onPacked }: PackOptions,
): Promise<'packed' | 'up to date'> {
  const sources = await hashSources(SOURCES.map((part) => fromRoot(part)));
  const listFile = path.join(folder, LIST);
  const before = await readList(listFile);
  const isFresh = before.sources === sources;
  if (isFresh && includes(before.has, packages)) return 'up to date';
  await mkdir(folder, { recursive: true });
  const [{ agentVersion, bundleAgent }, { runtimeTargetsFor, osIdOf, ...makers }, { makeHtmlManuals }] =
    await Promise.all([import('./agent-bundle.ts'), import('./agent-packages.ts'), import('./manuals.ts')]);
  const bundle = await bundleAgent();
  const list: List = { ...(isFresh ? before : { ...NOTHING, sources }), version: await agentVersion() };
  const isThere = ({ system, arch }: RuntimePackageTarget): boolean =>
    list.files.some((file) => file.dev_os_id === osIdOf(system) && file['arch'] === arch);
  const targets = runtimeTargetsFor({ usesInstalled }).filter(
    // An earlier run may have made some of the archives.
    (target) => packages === 'all' || (packages === 'archives' && !isThere(target)),
  );
  list.preparing = targets.map(({ system, arch }) => ({ dev_os_id: osIdOf(system), arch }));
  const listed = new Set(before.files.map(({ file_name }) => file_name));
  const write = async () => replaceFile(listFile, JSON.stringify(list, undefined, 2));
  const add = async (made: GeneratedFile): Promise<void> => {
    const { bytes, ...about } = made;
    await replaceFile(path.join(folder, about.file_name), bytes);
    onPacked?.(made);
    // What only `release sign` takes is not offered for download.
    if (about.kind === 'update') return;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const others = list.files.filter(({ file_name }) => file_name !== about.file_name);
    list.files = [...others, { ...about, size: bytes.byteLength, sha256 }];
    listed.add(about.file_name);
  };

  if (!includes(list.has, 'light')) {
    for (const system of ['windows', 'linux', 'macos'] as const)
      await add(await makers.makeNoarchPackage(system, bundle));
    for (const manual of await makeHtmlManuals()) await add(manual);
    list.has = 'light';
    await write();
  }
  const failures: unknown[] = [];
  for (const target of targets) {
    signal?.throwIfAborted();
    try {
      const options = { libraries: target.libraries, archivesOnly: packages === 'archives', signal };
      for await (const made of makers.makeRuntimePackages(target, bundle, options)) await add(made);
    } catch (cause) {
      failures.push(cause);
    }
    list.preparing = list.preparing.slice(1);
    const osId = osIdOf(target.system);
    const isWhole = failures.length === 0 && list.preparing.every(({ dev_os_id }) => dev_os_id !== osId);
    // A device of any processor has one that needs nothing.
    if (isWhole) list.files = list.files.filter((file) => file.dev_os_id !== osId || file['needs_node'] === null);
    await write();
  }
  if (failures.length === 0) list.has = packages;
  await write();
  const names = new Set(list.files.map(({ file_name }) => file_name));
  for (const file_name of listed)
    if (!names.has(file_name)) await rm(path.join(folder, path.basename(file_name)), { force: true });
  if (failures.length > 0) throw new AggregateError(failures, 'not every package could be made');
  return 'packed';
}
