import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { silentLog } from '@vigil/agent/log';
import { createPackageUpdater } from '@vigil/agent/package-updater';
import { memoryStore } from '@vigil/agent/state-store';
import { UpdateState } from '@vigil/agent/update-state';
import { gzipForPackage, createTar } from '@vigil/infra/downloads/archives';
import { CommandId } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { temporaryFolder } from './vendor.ts';

const VERSION = '2.0.0';

async function prepared() {
  const folder = await temporaryFolder();
  const state = new UpdateState(memoryStore());
  const updater = createPackageUpdater({ folder, program: path.join(folder, 'vigil-agent.mjs') }, state);
  const bytes = await gzipForPackage(
    await createTar([
      { name: 'vigil-agent/vigil-agent.mjs', content: 'program' },
      { name: 'vigil-agent/large', content: Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 251)) },
    ]),
  );
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const offsets: number[] = [];
  const order = (download: (offset: number) => Readable, size = bytes.length) =>
    updater.prepare({
      file: { version: VERSION, size, sha256 },
      download: (offset) => {
        offsets.push(offset);
        return Promise.resolve(download(offset));
      },
      report: () => undefined,
      signal: AbortSignal.timeout(20_000),
      log: silentLog,
    });
  return { folder, state, updater, bytes, offsets, order };
}

/** Ends with an error after so many bytes. */
const broken = (bytes: Buffer) =>
  Readable.from(
    (function* pieces() {
      yield bytes;
      throw new Error('the connection was lost');
    })(),
  );

test('[UPD-3] an interrupted download goes on where it was, and the version is there as a whole', async () => {
  const { folder, bytes, offsets, order } = await prepared();
  const half = bytes.length >> 1;
  const result = await order((offset) =>
    offset === 0 ? broken(bytes.subarray(0, half)) : Readable.from([bytes.subarray(offset)]),
  );
  expect(result).toBeNull();
  expect(offsets).toEqual([0, half]);
  expect(await readdir(path.join(folder, 'versions'))).toEqual([VERSION]);
  expect(await readFile(path.join(folder, 'versions', VERSION, 'vigil-agent.mjs'), 'utf8')).toBe('program');
});

test.each([
  ['other bytes', (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i === 50 ? byte ^ 1 : byte)))],
  ['more bytes', (bytes: Buffer) => Buffer.concat([bytes, bytes])],
])('[UPD-2] %s than the manifest names are not unpacked', async (_, alter) => {
  const { folder, bytes, order } = await prepared();
  expect(await order((offset) => Readable.from([alter(bytes).subarray(offset)]))).toMatchObject({
    error: { code: 'hash_mismatch' },
  });
  expect(await readdir(path.join(folder, 'versions'))).toEqual([]);
});

test('[UPD-4] what an agent that was killed left behind is removed, and the version that runs stays', async () => {
  const { folder, state, bytes, order } = await prepared();
  const versions = path.join(folder, 'versions');
  state.tryNext({ version: '1.5.0', command: CommandId.parse(randomUUID()) });
  state.endTrial(null);
  for (const name of ['1.5.0', '2.0.0.new', '1.4.0']) await mkdir(path.join(versions, name), { recursive: true });
  await writeFile(path.join(versions, 'other.part'), 'half');
  expect(await order((offset) => Readable.from([bytes.subarray(offset)]))).toBeNull();
  expect((await readdir(versions)).toSorted()).toEqual(['1.5.0', VERSION]);
});
