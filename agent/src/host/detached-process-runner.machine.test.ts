import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApplicationOrder } from '../executors/executor.ts';
import { eventually } from '../testing/eventually.ts';
import { killAgentDuringInstallation, orderOf, script } from '../testing/install-orders.ts';
import { createSystemInstaller } from './installer.ts';
import { readProcessStart } from './process-start.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'vigil-children-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inFolder = (name: string) => join(folder, name);
const stateFolder = () => inFolder('state');
const install = (installer: ReturnType<typeof createSystemInstaller>, file: Buffer, order = orderOf(file)) =>
  installer.install(order, { download: async () => Readable.from([file]), report: () => undefined });
const interrupt = (order: ApplicationOrder, file: Buffer) =>
  killAgentDuringInstallation({ stateFolder: stateFolder(), programs: 'detachedProcessRunner', order, file }, () =>
    existsSync(inFolder('started')),
  );

/** Runs until the file `go` is there, and no longer than the test. */
const waiting = (then: string) =>
  script(
    `echo started >> ${inFolder('started')}; while [ -d ${folder} ] && [ ! -e ${inFolder('go')} ]; do sleep 0.05; done; ${then}`,
  );

const recorded = (order: ApplicationOrder) => inFolder(`state/installing/${order.command}/process.json`);

test('[CMD-6] without systemd, too, an installer outlives the agent: its files stay, no other begins, and its end is reported', async () => {
  const file = waiting(`cat "$0" > ${inFolder('seen')}; echo installed`);
  const order = orderOf(file);
  await interrupt(order, file);
  const installer = createSystemInstaller(stateFolder());
  const resumed = installer.resume(order.command);
  const next = script(`echo second >> ${inFolder('started')}`);
  const nextOrder = orderOf(next);
  const second = install(installer, next, nextOrder);
  // The second one is downloaded, and waits.
  await eventually(() => readdirSync(inFolder('state/installing')).length === 2);
  expect(existsSync(recorded(order))).toBe(true);
  expect(readFileSync(inFolder('started'), 'utf8')).toBe('started\n');
  writeFileSync(inFolder('go'), '');
  expect(await resumed).toEqual({ state: 'done', result: { exit_code: 0, output: 'installed\n' } });
  expect(await second).toMatchObject({ state: 'done' });
  expect(readFileSync(inFolder('started'), 'utf8')).toBe('started\nsecond\n');
  // It could read its own file to the end.
  expect(readFileSync(inFolder('seen'), 'utf8')).toBe(file.toString());
  for (const { command } of [order, nextOrder]) await installer.forget(command);
  expect(readdirSync(inFolder('state/installing'))).toEqual([]);
});

test('[CMD-6] an installer that failed while the agent was away is reported as it ended', async () => {
  const file = waiting('echo "no space left" >&2; exit 4');
  const order = orderOf(file);
  await interrupt(order, file);
  const { pid, started } = JSON.parse(readFileSync(recorded(order), 'utf8')) as { pid: number; started: string };
  writeFileSync(inFolder('go'), '');
  await eventually(async () => (await readProcessStart(pid)) !== started);
  // The agent may end once more before it has stored the result.
  for (let i = 0; i < 2; i += 1)
    expect(await createSystemInstaller(stateFolder()).resume(order.command)).toEqual({
      state: 'failed',
      error: { code: 'command_refused', message: 'exit code 4: no space left' },
    });
});

test('[CMD-6] an installer that was killed, and whose number another process has, is interrupted', async () => {
  const file = waiting('');
  const order = orderOf(file);
  await interrupt(order, file);
  const { pid, started } = JSON.parse(readFileSync(recorded(order), 'utf8')) as { pid: number; started: string };
  process.kill(-pid, 'SIGKILL');
  await eventually(async () => (await readProcessStart(pid)) !== started);
  writeFileSync(recorded(order), JSON.stringify({ pid: process.pid, started }));
  expect(await createSystemInstaller(stateFolder()).resume(order.command)).toEqual({
    state: 'failed',
    error: { code: 'agent_interrupted' },
  });
});

test('an installer whose time is over when the agent returns is ended', async () => {
  const file = waiting('');
  const order = orderOf(file);
  await interrupt(order, file);
  const record = inFolder(`state/installing/${order.command}/run.json`);
  writeFileSync(record, JSON.stringify({ ...JSON.parse(readFileSync(record, 'utf8')), endsAt: Date.now() }));
  const { pid, started } = JSON.parse(readFileSync(recorded(order), 'utf8')) as { pid: number; started: string };
  expect(await createSystemInstaller(stateFolder()).resume(order.command)).toEqual({
    state: 'failed',
    error: { code: 'install_timeout' },
  });
  expect(await readProcessStart(pid)).not.toBe(started);
});

test('a request to end reaches an installer that then finishes in order, and its own end counts', async () => {
  const file = script(`trap 'sleep 0.5; echo finished; exit 0' TERM; while :; do sleep 0.05; done`);
  const installer = createSystemInstaller(stateFolder(), { timeoutMs: 1_500 });
  expect(await install(installer, file)).toMatchObject({
    state: 'done',
    result: { exit_code: 0, output: expect.stringContaining('finished') },
  });
});
