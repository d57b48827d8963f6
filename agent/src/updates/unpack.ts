import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';

const BLOCK = 512;
const TYPES = { '0': 'file', '\0': 'file', '5': 'folder' } as const;
/** A part of a name that means the same on every system. */
const PART = /^[^\\/:*?"<>|\0]+$/;

/** Reads a stream of pieces by lengths. */
class Pieces {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** So many bytes, in pieces as they come. @throws Error when there are fewer */
  async *take(length: number): AsyncGenerator<Buffer, void> {
    for (let left = length; left > 0;) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#source.next();
        if (done) throw new Error('the archive ends too early');
        this.#rest = value;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async read(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.take(length)) parts.push(part);
    return Buffer.concat(parts);
  }
}

interface Entry {
  readonly path: readonly string[];
  readonly type: 'file' | 'folder';
  readonly mode: number;
  readonly size: number;
}

/** @throws Error for what `pack:agents` does not write: links, names that lead elsewhere */
function entryOf(header: Buffer): Entry {
  const text = (from: number, length: number) => header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const octal = (from: number, length: number) => Number.parseInt(text(from, length).trim() || '0', 8);
  const prefix = text(345, 155);
  const name = `${prefix === '' ? '' : `${prefix}/`}${text(0, 100)}`.replace(/\/$/, '');
  const type = TYPES[String.fromCharCode(header[156] ?? 0) as keyof typeof TYPES];
  // The first part is the folder of the package.
  const [, ...path] = name.split('/');
  if (type === undefined || path.some((part) => !PART.test(part) || part === '.' || part === '..'))
    throw new Error(`the archive has an entry that no package has: ${name}`);
  return { path, type, mode: octal(100, 8), size: octal(124, 12) };
}

/** Unpacks a package of the agent into a folder. Everything is on the disk when this resolves. */
export async function unpackRelease(archive: string, folder: string): Promise<void> {
  const pieces = new Pieces(createReadStream(archive).pipe(createGunzip()));
  for (;;) {
    const header = await pieces.read(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const { path, type, mode, size } = entryOf(header);
    const file = join(folder, ...path);
    await mkdir(type === 'folder' ? file : dirname(file), { recursive: true, mode: 0o755 });
    if (type === 'folder') continue;
    await using handle = await open(file, 'wx', (mode & 0o111) === 0 ? 0o644 : 0o755);
    for await (const piece of pieces.take(size)) await handle.write(piece);
    // A version that was confirmed must not be half there after a power failure.
    await handle.sync();
    await pieces.read((BLOCK - (size % BLOCK)) % BLOCK);
  }
}
