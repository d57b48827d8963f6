import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemPower } from './power.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'vigil-power-'))));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A stand-in for the program of the system. */
function shutdownThat(script: string): void {
  const file = join(folder, 'shutdown');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
}

const isUnix = process.platform !== 'win32';

test.runIf(isUnix)('a system that refuses to go down says why', async () => {
  shutdownThat('echo "must be superuser" >&2; exit 1');
  await expect(systemPower('reboot')).rejects.toThrow('must be superuser');
});

// A system that goes down ends all programs, and this one may be the first.
test.runIf(isUnix)(
  '[CMD-10] one whose program was ended by a signal may be going down, and has not refused',
  async () => {
    shutdownThat('kill -TERM $$; sleep 10');
    await expect(systemPower('reboot')).resolves.toBeUndefined();
  },
);
