import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRotatingLogFile } from './log-file.ts';

test('full files are rotated, and only the newest few are kept', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'vigil-logs-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  using log = openRotatingLogFile(dir, 'api');
  const line = 'x'.repeat(1024 * 1024);
  for (let count = 0; count < 60; count += 1) log.write(line);
  expect((await readdir(dir)).toSorted()).toEqual(['api.log', 'api.log.1', 'api.log.2', 'api.log.3']);
  expect((await stat(`${log.file}.3`)).size).toBeLessThan(13 * 1024 * 1024);
});
