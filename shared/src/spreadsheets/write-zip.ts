import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipFile {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** A file that is compressed already, such as a workbook. */
  readonly isCompressed?: boolean;
}

const NOTHING = new Uint8Array(0);

/** A ZIP file in pieces, while the files in it are still being read. Each file, and the whole, may have up to 4 GB. */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  for await (const { name, content, isCompressed = false } of files) {
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(file);
    for await (const piece of content) {
      file.push(piece);
      yield* ready.splice(0);
    }
    file.push(NOTHING, true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
