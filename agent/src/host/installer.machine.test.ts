import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { applicationActions, applicationKinds, supportsKind } from '@vigil/shared/contract/application-rules';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApplicationOrder } from '../executors/executor.ts';
import { eventually } from '../testing/eventually.ts';
import { orderOf, script } from '../testing/install-orders.ts';
import { detachedProcessRunner } from './detached-process-runner.ts';
import { isPackageName, installPlanFor } from './installer-plans.ts';
import type { ProgramResult, InstallerRunner } from './installer-runner.ts';
import { createSystemInstaller, type InstallerOptions } from './installer.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'vigil-installer-'))));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => join(folder, name);

function filesOf({ command }: ApplicationOrder): string[] {
  const own = inFolder(`state/installing/${command}`);
  return existsSync(own) ? readdirSync(own) : [];
}

async function install(file: Buffer, more: Partial<ApplicationOrder> = {}, timeoutMs?: number) {
  const percents: number[] = [];
  const installer = createSystemInstaller(inFolder('state'), timeoutMs === undefined ? {} : { timeoutMs });
  const pieces = async () => Readable.from([file.subarray(0, 10), file.subarray(10)]);
  const order = orderOf(file, more);
  const result = await installer.install(order, { download: pieces, report: (percent) => percents.push(percent) });
  // Nothing of the file stays, however it ended.
  expect(filesOf(order).filter((name) => name.startsWith('package'))).toEqual([]);
  await installer.forget(order.command);
  expect(existsSync(inFolder('state/installing')) ? readdirSync(inFolder('state/installing')) : []).toEqual([]);
  return { result, percents };
}

test('a script runs with its arguments as they are, and tells its exit code and output', async () => {
  const file = script(`printf '%s' "$1" > "$2"; echo installed`);
  const argument = 'a "b" $(touch x); c';
  const { result, percents } = await install(file, { install_args: [argument, inFolder('written')] });
  expect(result).toEqual({ state: 'done', result: { exit_code: 0, output: 'installed\n' } });
  expect(readFileSync(inFolder('written'), 'utf8')).toBe(argument);
  expect(percents.at(-1)).toBe(80);
});

test('a file with another hash, of another length, or that is cut short never runs', async () => {
  const file = script(`touch ${inFolder('ran')}`);
  const wrong = await install(file, { sha256: '0'.repeat(64) });
  const longer = await install(file, { size: file.length - 1 });
  const cut = await install(file, { size: file.length + 1 });
  expect([wrong, longer, cut].map(({ result }) => result)).toEqual([
    { state: 'failed', error: { code: 'hash_mismatch' } },
    { state: 'failed', error: { code: 'hash_mismatch' } },
    { state: 'failed', error: { code: 'download_failed' } },
  ]);
  expect(existsSync(inFolder('ran'))).toBe(false);
});

test('an installer that fails says why', async () => {
  const { result } = await install(script('echo "no space left" >&2; exit 3'));
  expect(result).toEqual({
    state: 'failed',
    error: { code: 'command_refused', message: 'exit code 3: no space left' },
  });
});

test('an installer that takes too long is ended with what it has started', async () => {
  const file = script(`sleep 300 & echo $! > ${inFolder('pid')}; wait`);
  const { result } = await install(file, {}, 1_000);
  expect(result).toEqual({ state: 'failed', error: { code: 'install_timeout' } });
  const pid = Number(readFileSync(inFolder('pid'), 'utf8'));
  await eventually(() => {
    try {
      return / Z /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return true;
    }
  });
});

/** Installs files with one installer, side by side. */
function installAll(files: readonly Buffer[], options: InstallerOptions = {}) {
  const installer = createSystemInstaller(inFolder('state'), options);
  return files.map((file) =>
    installer.install(orderOf(file), { download: async () => Readable.from([file]), report: () => undefined }),
  );
}

test('installations run one at a time, in the order of their arrival', async () => {
  const exclusive = script(`mkdir ${inFolder('lock')} || exit 2; sleep 0.2; rmdir ${inFolder('lock')}`);
  const log = (name: string) => Buffer.concat([exclusive, Buffer.from(`echo ${name} >> ${inFolder('order')}\n`)]);
  const results = await Promise.all(installAll(['a', 'b', 'c'].map(log)));
  expect(results.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  expect(readFileSync(inFolder('order'), 'utf8')).toBe('a\nb\nc\n');
});

test('an installation whose time is over while it waits is never begun, and lets none overtake', async () => {
  // The first one goes on beyond its time, which is over no later than that of the second.
  const ended = Promise.withResolvers<ProgramResult>();
  const run = vi.fn<InstallerRunner['run']>(() => ended.promise);
  const files = [script('echo first'), script('echo second')];
  const [first, second] = installAll(files, { programs: { ...detachedProcessRunner, run }, timeoutMs: 1_000 });
  expect(await second).toEqual({ state: 'failed', error: { code: 'install_timeout' } });
  ended.resolve({ code: 0, output: '' });
  expect(await first).toMatchObject({ state: 'done' });
  expect(run).toHaveBeenCalledOnce();
});

test('installers do not see the settings of the agent', async () => {
  vi.stubEnv('VIGIL_ENROL', 'token');
  const { result } = await install(script('echo "[$VIGIL_ENROL]"'));
  expect(result).toMatchObject({ state: 'done', result: { output: '[]\n' } });
});

test('a program is started after the installation, not after one that failed', async () => {
  const run_after = ['/bin/sh', '-c', 'touch "$0"', inFolder('started')];
  const refused = await install(script('exit 1'), { run_after });
  expect([refused.result.state, existsSync(inFolder('started'))]).toEqual(['failed', false]);
  const { result } = await install(script('exit 0'), { run_after });
  expect(result).toMatchObject({ state: 'done', result: { run_after: 'started' } });
  await eventually(() => existsSync(inFolder('started')));
  const absent = await install(script('exit 0'), { run_after: [inFolder('absent')] });
  expect(absent.result).toMatchObject({ state: 'done', result: { run_after: 'failed' } });
});

const hasDpkg = existsSync('/usr/bin/dpkg-deb') && process.getuid?.() === 0;

test.skipIf(!hasDpkg)('a Debian package is installed and removed by dpkg, here below a root of its own', async () => {
  mkdirSync(inFolder('deb/DEBIAN'), { recursive: true });
  mkdirSync(inFolder('deb/opt'));
  writeFileSync(inFolder('deb/opt/example'), 'installed');
  writeFileSync(
    inFolder('deb/DEBIAN/control'),
    'Package: vigil-example\nVersion: 1.0\nArchitecture: all\nMaintainer: Vigil <vigil@example.org>\nDescription: test\n',
  );
  execFileSync('/usr/bin/dpkg-deb', ['--build', inFolder('deb'), inFolder('example.deb')], { stdio: 'ignore' });
  for (const name of ['info', 'updates', 'triggers'])
    mkdirSync(inFolder(`root/var/lib/dpkg/${name}`), { recursive: true });
  writeFileSync(inFolder('root/var/lib/dpkg/status'), '');
  vi.stubEnv('DPKG_ROOT', inFolder('root'));
  vi.stubEnv('DPKG_ADMINDIR', inFolder('root/var/lib/dpkg'));
  const file = readFileSync(inFolder('example.deb'));
  expect((await install(file, { kind: 'deb' })).result).toMatchObject({ state: 'done' });
  expect(readFileSync(inFolder('root/opt/example'), 'utf8')).toBe('installed');
  expect((await install(file, { kind: 'deb', action: 'uninstall' })).result).toMatchObject({ state: 'done' });
  expect(existsSync(inFolder('root/opt/example'))).toBe(false);
});

test('the agent has a plan for exactly what servers send to its system', () => {
  const systems = { 1: 'win32', 2: 'linux', 3: 'darwin' } as const;
  for (const kind of applicationKinds)
    for (const action of applicationActions) {
      const planned = ([1, 2, 3] as const).filter(
        (os) => installPlanFor({ kind, action, install_args: [] }, 'FILE', systems[os]) !== null,
      );
      expect([kind, action, planned]).toEqual([
        kind,
        action,
        ([1, 2, 3] as const).filter((os) => supportsKind(os, kind, action)),
      ]);
      expect([4, 5].some((os) => supportsKind(os as 4, kind, action))).toBe(false);
    }
});

test('each system installs its own types only', () => {
  const lineOf = (
    platform: NodeJS.Platform,
    kind: ApplicationOrder['kind'],
    action: ApplicationOrder['action'] = 'install',
  ) =>
    installPlanFor({ kind, action, install_args: ['/S'] }, 'FILE', platform)
      ?.run('NAME')
      .join(' ') ?? null;
  expect(lineOf('win32', 'msi')).toBe('msiexec.exe /i FILE /qn /norestart');
  expect(lineOf('win32', 'msi', 'uninstall')).toBe('msiexec.exe /x FILE /qn /norestart');
  expect(lineOf('win32', 'exe')).toBe('FILE /S');
  expect(lineOf('darwin', 'pkg')).toBe('installer -pkg FILE -target /');
  expect(lineOf('linux', 'rpm', 'uninstall')).toBe('rpm -e NAME');
  expect([lineOf('linux', 'msi'), lineOf('win32', 'deb'), lineOf('linux', 'sh', 'uninstall')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(['vigil-example', '--root=/', '', 'a b'].map(isPackageName)).toEqual([true, false, false, false]);
});
