import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApplicationOrder } from '../executors/executor.ts';
import { eventually } from '../testing/eventually.ts';
import { installFakeSystemd } from '../testing/fake-systemd.ts';
import { killAgentDuringInstallation, orderOf, script } from '../testing/install-orders.ts';
import { createSystemInstaller } from './installer.ts';
import { transientUnitRunner } from './transient-units.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigil-units-'));
  vi.stubEnv('PATH', `${installFakeSystemd(folder)}:${process.env['PATH']}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => join(folder, name);
const installer = (timeoutMs?: number) =>
  createSystemInstaller(inFolder('state'), {
    programs: transientUnitRunner,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });

/** Installs, and forgets what was kept of it. */
async function install(file: Buffer, more: Partial<ApplicationOrder> = {}, timeoutMs?: number) {
  const order = orderOf(file, more);
  const one = installer(timeoutMs);
  const result = await one.install(order, { download: async () => Readable.from([file]), report: () => undefined });
  await one.forget(order.command);
  return result;
}

/** Units, and files of installations. */
const left = () => [...readdirSync(inFolder('units')), ...readdirSync(inFolder('state/installing'))];

test('an installer runs in a unit of its own, with its arguments as they are and none of the settings of the agent', async () => {
  vi.stubEnv('VIGIL_ENROL', 'token');
  const argument = 'a "b" $(touch x) $HOME ${PATH}; $$';
  const file = script(`printf '%s' "$1" > "$2"; echo "[$VIGIL_ENROL] $DEBIAN_FRONTEND"`);
  expect(await install(file, { install_args: [argument, inFolder('written')] })).toEqual({
    state: 'done',
    result: { exit_code: 0, output: '[] noninteractive\n' },
  });
  expect(readFileSync(inFolder('written'), 'utf8')).toBe(argument);
  expect(left()).toEqual([]);
});

test('an installer that fails says why, and one that takes too long is ended', async () => {
  expect(await install(script('echo "no space left" >&2; exit 3'))).toEqual({
    state: 'failed',
    error: { code: 'command_refused', message: 'exit code 3: no space left' },
  });
  expect(await install(script('sleep 300'), {}, 1_000)).toEqual({
    state: 'failed',
    error: { code: 'install_timeout' },
  });
  expect(left()).toEqual([]);
});

const interrupt = (order: ApplicationOrder, file: Buffer, isStarted: () => boolean) =>
  killAgentDuringInstallation(
    { stateFolder: inFolder('state'), programs: 'transientUnitRunner', order, file },
    isStarted,
  );

test('[CMD-6] an installer outlives a restart of the agent, which then reports its result', async () => {
  const file = script(
    `echo started >> ${inFolder('starts')}; while [ ! -e ${inFolder('go')} ]; do sleep 0.1; done; echo installed`,
  );
  const order = orderOf(file, { run_after: ['/bin/sh', '-c', 'touch "$0"', inFolder('ran after')] });
  await interrupt(order, file, () => existsSync(inFolder('starts')));
  const resumed = installer().resume(order.command);
  writeFileSync(inFolder('go'), '');
  const result = { state: 'done', result: { exit_code: 0, output: 'installed\n', run_after: 'started' } };
  expect(await resumed).toEqual(result);
  expect(readFileSync(inFolder('starts'), 'utf8')).toBe('started\n');
  await eventually(() => existsSync(inFolder('ran after')));
  // The agent may end once more before it has stored the result. The program after the installation is not started
  // again.
  rmSync(inFolder('ran after'));
  expect(await installer().resume(order.command)).toEqual(result);
  await installer().forget(order.command);
  expect(left()).toEqual([`vigil-start-${order.command}.service`]);
  expect(existsSync(inFolder('ran after'))).toBe(false);
});

test('[CMD-6] an installer that ended while the agent was away is reported; one that is gone with a restart of the device is interrupted', async () => {
  const order = orderOf(script(''));
  const file = script(`echo failing; touch ${inFolder('started')}; exit 4`);
  const failing = { ...orderOf(file), command: order.command };
  await interrupt(failing, file, () => existsSync(inFolder('started')));
  expect(await installer().resume(order.command)).toEqual({
    state: 'failed',
    error: { code: 'command_refused', message: 'exit code 4: failing' },
  });
  await installer().forget(order.command);
  expect(await installer().resume(order.command)).toEqual({ state: 'failed', error: { code: 'agent_interrupted' } });
  expect(left()).toEqual([]);
});
