import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
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

/** Through a second file, since somebody may be fetching the first. */
async function put(file: string, content: Buffer | string): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
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
  for (const { file_name, bytes } of made) await put(path.join(folder, file_name), bytes);
  const files = made.map(({ bytes, ...rest }) => ({
    ...rest,
    size: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  await put(list, JSON.stringify({ sources, files }, undefined, 2));
  return 'packed';
}
