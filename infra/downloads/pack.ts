import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod';

import { hashSources } from '../bundles/folder-hash.ts';
import { fromRoot } from '../local/runtime.ts';

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

const List = z.object({
  sources: z.string(),
  complete: z.boolean().default(false),
  /** Of the agent in the packages. */
  version: z.string().default(''),
  files: z.array(z.object({ file_name: z.string() })),
});

type List = z.output<typeof List>;

const NOTHING: List = { sources: '', complete: false, version: '', files: [] };

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
  /** Packages with their own runtime, which npm may have to fetch; otherwise the device has to have Node. */
  readonly complete: boolean;
  onPacked?(file: GeneratedFile): void;
};

/**
 * Makes everything there is to download, unless what lies in the folder was made from exactly these sources. Packages with
 * their own runtime stay until the sources change.
 */
export async function packDownloadsWhenStale(
  folder: string,
  { complete, onPacked }: PackOptions,
): Promise<'packed' | 'up to date'> {
  const sources = await hashSources(SOURCES.map((part) => fromRoot(part)));
  const listFile = path.join(folder, LIST);
  const before = await readList(listFile);
  if (before.sources === sources && (before.complete || !complete)) return 'up to date';
  await mkdir(folder, { recursive: true });
  const files: object[] = [];
  const names = new Set<string>();
  for await (const made of makeDownloads(complete)) {
    const { bytes, ...about } = made;
    await replaceFile(path.join(folder, about.file_name), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    // What only `release sign` takes is not offered for download.
    if (about.kind !== 'update') files.push({ ...about, size: bytes.byteLength, sha256 });
    names.add(about.file_name);
    onPacked?.(made);
  }
  const { agentVersion } = await import('./agent-bundle.ts');
  const version = await agentVersion();
  await replaceFile(listFile, JSON.stringify({ sources, complete, version, files }, undefined, 2));
  for (const { file_name } of before.files)
    if (!names.has(file_name)) await rm(path.join(folder, path.basename(file_name)), { force: true });
  return 'packed';
}

async function* makeDownloads(complete: boolean): AsyncGenerator<GeneratedFile> {
  const [
    { bundleAgent },
    { makeRuntimePackagesForTarget, makePackageWithoutRuntime, RUNTIME_PACKAGE_TARGETS },
    { makeHtmlManuals },
  ] = await Promise.all([import('./agent-bundle.ts'), import('./agent-packages.ts'), import('./manuals.ts')]);
  const bundle = await bundleAgent();
  if (complete) {
    for (const target of RUNTIME_PACKAGE_TARGETS) yield* makeRuntimePackagesForTarget(target, bundle, 'registry');
  } else {
    yield await makePackageWithoutRuntime('windows', bundle);
    yield await makePackageWithoutRuntime('linux', bundle);
  }
  // There is no package of Node for macOS that is as new as ours.
  yield await makePackageWithoutRuntime('macos', bundle);
  yield* await makeHtmlManuals();
}
