import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { zipSync, type Zippable } from 'fflate';
import type { HeaderData } from 'tar';
import { packedFileBytes, foldersOf, packedFileMode, type PackedFile } from './packed-file.ts';

/** A fixed one, so that the same files make the same archive, whenever it is made. */
export const FIXED_ARCHIVE_DATE = new Date('2026-01-01T00:00:00Z');

const BLOCK = 512;
const compress = promisify(gzip);

/** The level that every package uses: the highest one makes a runtime 0.3 % smaller and takes five times as long. */
export const gzipForPackage = (bytes: Buffer): Promise<Buffer> => compress(bytes, { level: 6 });

/** A tar archive of files that belong to root, with an entry for each folder. The folders come first. */
export async function createTar(files: readonly PackedFile[]): Promise<Buffer> {
  // Heavy, and most starts pack nothing.
  const { Header } = await import('tar');
  const entry = (data: HeaderData, content: Buffer = Buffer.alloc(0)): Buffer[] => {
    const header = new Header({
      uid: 0,
      gid: 0,
      uname: 'root',
      gname: 'root',
      mtime: FIXED_ARCHIVE_DATE,
      size: 0,
      ...data,
    });
    const block = Buffer.alloc(BLOCK);
    if (header.encode(block)) throw new Error(`the name ${header.path} is too long for a tar archive`);
    return [block, content, Buffer.alloc((BLOCK - (content.byteLength % BLOCK)) % BLOCK)];
  };
  return Buffer.concat([
    ...foldersOf(files).flatMap((folder) => entry({ path: `${folder}/`, type: 'Directory', mode: 0o755 })),
    ...files.flatMap((file) => {
      if (file.linkTo !== undefined)
        return entry({ path: file.name, type: 'SymbolicLink', mode: 0o777, linkpath: file.linkTo });
      const content = packedFileBytes(file);
      return entry({ path: file.name, type: 'File', mode: packedFileMode(file), size: content.byteLength }, content);
    }),
    Buffer.alloc(2 * BLOCK),
  ]);
}

export function createZip(files: readonly PackedFile[]): Buffer {
  const entries: Zippable = {};
  for (const file of files) entries[file.name] = [packedFileBytes(file), { mtime: FIXED_ARCHIVE_DATE }];
  return Buffer.from(zipSync(entries, { level: 6 }));
}

/** The files of an npm package, without its top folder. */
export async function readNpmTarball(bytes: Buffer): Promise<PackedFile[]> {
  const { Parser } = await import('tar');
  const files: Promise<PackedFile>[] = [];
  await new Promise<void>((resolve, reject) => {
    const parser = new Parser({
      onReadEntry: (entry) => {
        if (entry.type !== 'File') {
          entry.resume();
          return;
        }
        const name = entry.path.slice(entry.path.indexOf('/') + 1);
        const executable = ((entry.mode ?? 0) & 0o111) !== 0;
        files.push(entry.concat().then((content) => ({ name, content, executable })));
      },
    });
    parser.on('end', resolve).on('error', reject);
    parser.end(bytes);
  });
  return Promise.all(files);
}
