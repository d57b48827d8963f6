import { expect, test } from 'vitest';
import { unzip } from './unzip.test-support.ts';
import { writeZip, type ZipFile } from './write-zip.ts';

const PIECE = Buffer.alloc(64_000, 'row of a table ');

test('files are packed while they are read, and the pieces that wait to be written stay few', async () => {
  let read = 0;
  let written = 0;
  const content = async function* () {
    for (; read < 500; read += 1) {
      // What is read is written soon, so that memory does not grow with the file.
      expect(read === 0 || written > 0).toBe(true);
      yield PIECE;
    }
  };
  const files = async function* (): AsyncGenerator<ZipFile> {
    yield { name: 'tables/a.json', content: content() };
    yield {
      name: 'workbooks/b.xlsx',
      content: (async function* () {
        yield Buffer.from('packed');
      })(),
      isCompressed: true,
    };
    yield { name: 'empty.json', content: (async function* () {})() };
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(files())) {
    written += 1;
    pieces.push(piece);
  }
  const all = unzip(Buffer.concat(pieces));
  expect(all['tables/a.json']).toHaveLength(500 * PIECE.length);
  expect(String(all['workbooks/b.xlsx'])).toBe('packed');
  expect(all['empty.json']).toHaveLength(0);
});
