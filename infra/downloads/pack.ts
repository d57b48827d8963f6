import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { hashFiles } from '../local/folder-hash.ts';
import { fromRoot } from '../local/runtime.ts';

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

const Stamped = z.object({ sources: z.string() });

async function sourcesOf(file: string): Promise<string> {
  try {
    return Stamped.parse(JSON.parse(await readFile(file, 'utf8'))).sources;
  } catch {
    return '';
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

/** Makes everything there is to download, unless what lies in the folder was made from exactly these sources. */
export async function packWhenStale(folder: string): Promise<'packed' | 'up to date'> {
  const sources = await hashFiles(SOURCES.map((part) => fromRoot(part)));
  const list = path.join(folder, LIST);
  if ((await sourcesOf(list)) === sources) return 'up to date';
  const [{ makeAgentPackages }, { makeManuals }] = await Promise.all([
    import('./agent-packages.ts'),
    import('./manuals.ts'),
  ]);
  const made = (await Promise.all([makeAgentPackages(), makeManuals()])).flat();
  await mkdir(folder, { recursive: true });
  for (const { file_name, bytes } of made) await replaceFile(path.join(folder, file_name), bytes);
  const files = made.map(({ bytes, ...rest }) => ({
    ...rest,
    size: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  await replaceFile(list, JSON.stringify({ sources, files }, undefined, 2));
  return 'packed';
}
