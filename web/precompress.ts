import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg)$/u;
/** Smaller files fit into one packet without compression. */
const WORTH_IT = 1_400;

const forms = { br: promisify(brotliCompress), gz: promisify(gzip) } as const;

/** Writes a fully compressed copy of each file at build time, so that the server does not compress at request time. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = '' }, files) {
    const pack = async (name: string, content: Buffer): Promise<void> => {
      for (const [ending, compress] of Object.entries(forms)) {
        await writeFile(path.join(dir, `${name}.${ending}`), await compress(content));
      }
    };
    const packed = Object.values(files).map(async (file) => {
      const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
      if (TEXT.test(file.fileName) && content.length > WORTH_IT) await pack(file.fileName, content);
    });
    await Promise.all(packed);
  },
});
