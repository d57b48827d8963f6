import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Problem } from '@vigil/shared/contract/problems';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { createLogoRenderer } from './logo.ts';

const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#1864ab' } })
  .png()
  .toBuffer();

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A renderer that never ends by itself, and writes down each of its processes. */
async function writeHangingProgram(folder: string, { says }: { says: string }) {
  const [program, notes] = [path.join(folder, 'hanging.mjs'), path.join(folder, 'pids')];
  const lines = [
    `import { appendFileSync } from 'node:fs';`,
    `appendFileSync(${JSON.stringify(notes)}, process.pid + '\\n');`,
    says,
    `process.on('message', () => {}); setInterval(() => {}, 1_000_000);`,
  ];
  await writeFile(program, lines.join('\n'));
  const pids = async () => (await readFile(notes, 'utf8')).trim().split('\n').map(Number);
  return { program, pids };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (cause: unknown) => (cause instanceof Problem ? cause.code : cause),
  );

test('an image that takes too long is refused, its process is ended, and the next has its turn', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'logo-'));
  const { program, pids } = await writeHangingProgram(folder.path, { says: `process.send('ready');` });
  const render = createLogoRenderer({ program, renderMs: 1 });
  expect(await Promise.all([render(png), render(png)].map(codeOf))).toEqual(['unsupported_file', 'unsupported_file']);
  const [first = 0, second = 0, ...more] = await pids();
  expect(more).toEqual([]);
  await eventually(() => expect([first, second].filter(isAlive)).toEqual([]));
});

test('a renderer that does not start is no fault of the image', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'logo-'));
  const { program } = await writeHangingProgram(folder.path, { says: '' });
  expect(await codeOf(createLogoRenderer({ program, startMs: 1 })(png))).toBe('unavailable');
});

test('one image is rendered at a time', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'logo-'));
  const [program, notes] = [path.join(folder.path, 'noting.mjs'), path.join(folder.path, 'notes')];
  const lines = [
    `import { appendFileSync } from 'node:fs';`,
    `const note = (what) => appendFileSync(${JSON.stringify(notes)}, what + '\\n');`,
    `note('begins');`,
    // Long enough for others to begin meanwhile.
    `process.on('message', (file) => setTimeout(() => (note('ends'), process.send(file)), 200));`,
    `process.send('ready');`,
  ];
  await writeFile(program, lines.join('\n'));
  const render = createLogoRenderer({ program, renderMs: 60_000 });
  await Promise.all([render(png), render(png), render(png)]);
  const turn = ['begins', 'ends'];
  expect((await readFile(notes, 'utf8')).trim().split('\n')).toEqual([...turn, ...turn, ...turn]);
});

test('only some images may wait for their turn', async () => {
  // A machine that is busy may need longer for one image than a server grants.
  const render = createLogoRenderer({ renderMs: 60_000 });
  const codes = await Promise.all(Array.from({ length: 9 }, () => codeOf(render(png))));
  expect(codes).toEqual([...Array<null>(8).fill(null), 'too_many_requests']);
});
