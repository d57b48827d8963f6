import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeThrowawayFolder } from './throwaway-folder.ts';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigil-memory-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('it is made in memory, where what killed processes left is removed', async () => {
  const memory = await emptyFolder();
  // Processes with this number started at another time.
  const left = path.join(memory, `vigil-throwaway-${process.pid}-1-abcdef`);
  const foreign = path.join(memory, 'of-another-program');
  await Promise.all([left, foreign].map((folder) => mkdir(folder)));
  const first = await makeThrowawayFolder({ memoryFolder: memory, neededMb: 0 });
  const second = await makeThrowawayFolder({ memoryFolder: memory, neededMb: 0 });
  expect(new Set([first, second].map((folder) => path.dirname(folder)))).toEqual(new Set([memory]));
  expect([left, foreign, first, second].map((folder) => existsSync(folder))).toEqual([false, true, true, true]);
});

test('where memory is short or missing, it is among the temporary files', async () => {
  const memory = await emptyFolder();
  const options = [{ memoryFolder: memory, neededMb: 1e12 }, { memoryFolder: path.join(memory, 'none') }];
  const made = await Promise.all(options.map((one) => makeThrowawayFolder(one)));
  onTestFinished(async () => void (await Promise.all(made.map((folder) => rm(folder, { recursive: true })))));
  expect(made.map((folder) => path.dirname(folder))).toEqual([tmpdir(), tmpdir()]);
});
