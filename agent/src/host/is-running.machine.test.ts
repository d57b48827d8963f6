import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { isProgramRunning } from './is-running.ts';

test.runIf(process.platform === 'linux')(
  'a process is found by its name, in any case and with .exe, while it runs',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigil-runs-'));
    const name = `guard${process.pid}`;
    const file = join(folder, name);
    copyFileSync('/bin/sleep', file);
    const child = spawn(file, ['600']);
    try {
      await once(child, 'spawn');
      expect(await isProgramRunning(`${name.toUpperCase()}.exe`)).toBe(true);
      expect(await isProgramRunning(`${name}x`)).toBe(false);
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      // The list of processes is read at most every 500 ms.
      await eventually(async () => !(await isProgramRunning(name)));
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    }
  },
  60_000,
);
