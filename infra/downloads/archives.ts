import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { zipSync, type Zippable } from 'fflate';

export type PackedFile = { readonly name: string; readonly content: string; readonly executable?: boolean };

/** A fixed one, so that the same files make the same archive, whenever it is made. */
const MADE_AT = new Date('2026-01-01T00:00:00Z');

/** `folder` is what everything in the archive lies in. */
export async function packTarball(folder: string, files: readonly PackedFile[]): Promise<Buffer> {
  const { create } = await import('tar');
  const home = await mkdtemp(path.join(tmpdir(), 'vigil-pack-'));
  try {
    await mkdir(path.join(home, folder));
    for (const { name, content, executable } of files) {
      const file = path.join(home, folder, name);
      await writeFile(file, content);
      await chmod(file, executable ? 0o755 : 0o644);
    }
    const archive = path.join(home, 'archive.tar.gz');
    await create({ gzip: true, portable: true, mtime: MADE_AT, cwd: home, file: archive }, [folder]);
    return await readFile(archive);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

export function packZip(folder: string, files: readonly PackedFile[]): Buffer {
  const entries: Zippable = {};
  for (const { name, content } of files) entries[`${folder}/${name}`] = [Buffer.from(content), { mtime: MADE_AT }];
  return Buffer.from(zipSync(entries, { level: 9 }));
}
