import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { runToEnd } from '../local/processes/run.ts';
import { fromRoot, NODE_EXECUTABLE, ROOT } from '../local/runtime.ts';

const List = z.object({ files: z.array(z.object({ file_name: z.string(), sha256: z.string() })) });

test('processes that pack into one folder at once leave a complete list and nothing else', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigil-downloads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const args = [fromRoot('infra/downloads/pack-main.ts'), '--packages', 'light', '--out', folder];
  const packers = await Promise.all([1, 2, 3].map(() => runToEnd(NODE_EXECUTABLE, args, { cwd: ROOT })));
  expect(packers.map(({ code, stderr }) => [code, stderr])).toEqual([1, 2, 3].map(() => [0, '']));

  const { files } = List.parse(JSON.parse(await readFile(path.join(folder, 'downloads.json'), 'utf8')));
  expect((await readdir(folder)).toSorted()).toEqual(
    ['downloads.json', ...files.map(({ file_name }) => file_name)].toSorted(),
  );
  for (const { file_name, sha256 } of files) {
    const bytes = await readFile(path.join(folder, file_name));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
  const again = await runToEnd(NODE_EXECUTABLE, args, { cwd: ROOT });
  expect(again.stdout.trim()).toBe(`${folder}: up to date`);
});
