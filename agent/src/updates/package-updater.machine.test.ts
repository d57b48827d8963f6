import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { CommandId } from '@vigil/shared/contract/ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UpdateOrder } from '../executors/executor.ts';
import { silentLog } from '../log.ts';
import { memoryStore } from '../state-store.ts';
import type { Installation } from './installation.ts';
import { createPackageUpdater } from './package-updater.ts';
import { UpdateState } from './update-state.ts';

let folder: string;
let installation: Installation;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigil-updater-'));
  installation = { folder, program: join(folder, 'vigil-agent.mjs') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const programOf = (version: string) => join(folder, 'versions', version, 'vigil-agent.mjs');
const command = () => randomUUID() as CommandId;

function orderOf(version: string): UpdateOrder {
  const made = join(folder, 'made', version);
  mkdirSync(join(made, 'vigil-agent'), { recursive: true });
  writeFileSync(join(made, 'vigil-agent', 'vigil-agent.mjs'), version);
  const bytes = execFileSync('tar', ['-cz', '--format=ustar', '-C', made, 'vigil-agent']);
  return {
    file: { version, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    download: async (offset) => Readable.from([bytes.subarray(offset)]),
    report: () => undefined,
    signal: new AbortController().signal,
    log: silentLog,
  };
}

test('[UPD-4] an update that comes while a version is tried is refused, and leaves that version its files', async () => {
  const state = new UpdateState(memoryStore());
  const before = createPackageUpdater(installation, state);
  expect(await before.prepare(orderOf('1.3.0'))).toBeNull();
  before.activate({ version: '1.3.0', command: command() });
  // The agent of the version that is tried.
  const tried = createPackageUpdater(installation, state);
  expect(await tried.prepare(orderOf('1.4.0'))).toMatchObject({ error: { code: 'update_running' } });
  expect(readFileSync(programOf('1.3.0'), 'utf8')).toBe('1.3.0');
  state.endTrial(null);
  expect(await tried.prepare(orderOf('1.4.0'))).toBeNull();
  expect([programOf('1.3.0'), programOf('1.4.0')].map(existsSync)).toEqual([true, true]);
});

test('[UPD-4] a version that was put in place and waits for its restart keeps its files when another one is put in place', async () => {
  const updater = createPackageUpdater(installation, new UpdateState(memoryStore()));
  for (const version of ['1.3.0', '1.4.0', '1.3.0']) expect(await updater.prepare(orderOf(version))).toBeNull();
  expect([programOf('1.3.0'), programOf('1.4.0')].map((file) => readFileSync(file, 'utf8'))).toEqual([
    '1.3.0',
    '1.4.0',
  ]);
});
