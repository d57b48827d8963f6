// @module-tag slow
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { agentVersion, bundleAgent } from '@vigil/infra/downloads/agent-bundle';
import {
  makeRuntimePackages,
  RUNTIME_PACKAGE_TARGETS,
  type RuntimePackageTarget,
} from '@vigil/infra/downloads/agent-packages';
import { runToEnd } from '@vigil/infra/local/processes/run';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startStack, type Stack } from '../support/stack.ts';

/** The packages with their own runtime for the computer that this runs on. */
const target = RUNTIME_PACKAGE_TARGETS.find(({ system, arch }) => system === process.platform && arch === process.arch);
const MOST_BYTES = 60_000_000;
/** The tools of every Linux, and no Node. */
const TOOLS = '/usr/sbin:/usr/bin:/sbin:/bin';

const cleanUp = new AsyncDisposableStack();
const packages = new Map<string, string>();
let stack: Stack;
let home: string;

beforeAll(async () => {
  if (!target) return;
  home = await mkdtemp(path.join(tmpdir(), 'vigil-complete-'));
  cleanUp.defer(() => rm(home, { recursive: true, force: true }));
  const starting = startStack().then((started) => cleanUp.use(started));
  [stack] = await Promise.all([starting, makePackages(target)]);
});

afterAll(() => cleanUp.disposeAsync());

async function makePackages(of: RuntimePackageTarget): Promise<void> {
  for await (const { file_name, bytes } of makeRuntimePackages(of, await bundleAgent(), {
    libraries: 'installed',
  })) {
    const file = path.join(home, file_name);
    await writeFile(file, bytes);
    packages.set(file_name.replace(`vigil-agent-linux-${of.arch}.`, ''), file);
  }
}

const packageFile = (suffix: string): string => packages.get(suffix) ?? '';
const hasTool = async (tool: string): Promise<boolean> => (await runToEnd(tool, ['--version'])).code === 0;
const isRoot = process.getuid?.() === 0;
const hasDpkg = target !== undefined && (await hasTool('dpkg'));
const hasRpm = target !== undefined && (await hasTool('rpm'));

/** Starts an agent with nothing but what its package brings, as a service manager does. */
function startAgent([program = '', ...args]: readonly string[], settings: NodeJS.ProcessEnv) {
  const agent = spawn(program, args, { env: { ...settings, PATH: '' }, stdio: 'ignore' });
  const ended = new Promise((resolve) => agent.once('exit', resolve));
  const stop = () => {
    agent.kill('SIGTERM');
    return ended;
  };
  return {
    runs: () => agent.exitCode === null && agent.signalCode === null,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

/** Waits until the device is online. */
async function online(name: string, more: object = {}) {
  const client = await stack.signIn();
  return eventually(async () => {
    const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
    const device = objects.find(({ alias }) => alias === name);
    expect(device).toMatchObject({ alive: 1, ...more });
    return device!;
  });
}

/** Everything that is no folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

test.skipIf(!target)('every package is small enough to send to a device', async () => {
  expect([...packages.keys()]).toEqual(['tar.gz', 'deb', 'rpm']);
  for (const file of packages.values()) expect((await readFile(file)).byteLength).toBeLessThan(MOST_BYTES);
});

test.skipIf(!target)('the tar package installs an agent that needs no Node on the device', async () => {
  const folder = await mkdtemp(path.join(home, 'tar-'));
  expect(await runToEnd('tar', ['-xzf', packageFile('tar.gz'), '-C', folder])).toMatchObject({ code: 0 });
  const script = path.join(folder, 'vigil-agent', 'install.sh');
  const app = path.join(folder, 'an app');
  const env = { PATH: TOOLS };
  const token = await stack.operator.enrolToken(1);
  const options = ['--no-service', '--prefix', app, '--server', stack.url, '--enrol', token];
  expect(await runToEnd(script, options, { env })).toMatchObject({ code: 0, stderr: '' });

  const state = path.join(folder, 'state');
  const program = [path.join(app, 'node'), path.join(app, 'vigil-agent.mjs'), '--state', state, '--name', 'by tar'];
  await using agent = startAgent(program, { VIGIL_SERVER: stack.url, VIGIL_ENROL: token });
  await online('by tar');
  expect(await agent.stop()).toBe(0);

  expect(await runToEnd(script, ['--no-service', '--prefix', app, '--remove'], { env })).toMatchObject({ code: 0 });
  expect(existsSync(app)).toBe(false);
  // A runtime that was replaced after the download is not run.
  await writeFile(path.join(folder, 'vigil-agent', 'node'), '#!/bin/sh\n');
  const refused = await runToEnd(script, options, { env });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('differ from their checksums') });
  expect(existsSync(app)).toBe(false);
});

test.skipIf(!hasDpkg)('the deb has the files of a service, which belong to root', async () => {
  const about = await runToEnd('dpkg-deb', ['-I', packageFile('deb')]);
  expect(about).toMatchObject({ code: 0, stderr: '' });
  const architecture = (await runToEnd('dpkg', ['--print-architecture'])).stdout.trim();
  expect(about.stdout).toMatch(
    new RegExp(`Package: vigil-agent\\n Version: [\\d.]+\\n Architecture: ${architecture}\\n`, 'u'),
  );
  expect(about.stdout).toMatch(/\* {2}postinst.+\n.+\* {2}postrm.+\n.+\* {2}prerm/u);
  const { stdout } = await runToEnd('dpkg-deb', ['-c', packageFile('deb')]);
  const modes = stdout.split('\n').map((line) => line.replace(/ +\d+ \d{4}-.{11}/u, ''));
  expect(modes).toEqual(
    expect.arrayContaining([
      '-rwxr-xr-x root/root ./opt/vigil-agent/node',
      '-rw-r--r-- root/root ./opt/vigil-agent/vigil-agent.mjs',
      '-rwxr-xr-x root/root ./opt/vigil-agent/vigil-agent-setup',
      '-rw-r--r-- root/root ./usr/lib/systemd/system/vigil-agent.service',
      'lrwxrwxrwx root/root ./usr/bin/vigil-agent-setup -> /opt/vigil-agent/vigil-agent-setup',
    ]),
  );
  expect(modes.filter((line) => line !== '' && !line.includes(' root/root '))).toEqual([]);
});

/** A system of its own in a folder, with no package in it. */
async function emptySystem(): Promise<string> {
  const root = await mkdtemp(path.join(home, 'root-'));
  await mkdir(path.join(root, 'var/lib/dpkg/info'), { recursive: true });
  await mkdir(path.join(root, 'var/lib/dpkg/updates'));
  await writeFile(path.join(root, 'var/lib/dpkg/status'), '');
  return root;
}

const NEXT_VERSION = '99.0.0';

/** The same package of a later version. */
async function nextDeb(): Promise<string> {
  const file = path.join(home, 'next.deb');
  for await (const { file_name, bytes } of makeRuntimePackages(target!, await bundleAgent(NEXT_VERSION), {
    libraries: 'installed',
  })) {
    if (!file_name.endsWith('.deb')) continue;
    await writeFile(file, bytes);
    break;
  }
  return file;
}

/** The start of the service as its unit says, in a system that lies in a folder. */
async function commandOf(root: string): Promise<string[]> {
  const unit = await readFile(path.join(root, 'usr/lib/systemd/system/vigil-agent.service'), 'utf8');
  const words = /^ExecStart=(?<line>.+)$/mu.exec(unit)?.groups?.['line']?.match(/"[^"]*"|\S+/gu) ?? [];
  return words.map((word) => word.replaceAll('"', '')).map((word) => (word.startsWith('/') ? root + word : word));
}

async function settingsOf(root: string): Promise<NodeJS.ProcessEnv> {
  const lines = (await readFile(path.join(root, 'etc/vigil-agent.env'), 'utf8')).split('\n');
  return Object.fromEntries(
    lines.filter((line) => line.startsWith('VIGIL')).map((line) => line.replaceAll('"', '').split('=')),
  ) as NodeJS.ProcessEnv;
}

// Only root may install a package, and only into a folder that dpkg takes for a system.
test.skipIf(!hasDpkg || !isRoot)(
  'the deb installs a service, a newer one replaces it while it runs, and its purge leaves nothing',
  async () => {
    const root = await emptySystem();
    const dpkg = (...args: string[]) =>
      runToEnd('dpkg', [`--root=${root}`, '--force-script-chrootless', '--force-depends', '--no-triggers', ...args]);
    expect(await dpkg('--install', packageFile('deb'))).toMatchObject({ code: 0 });

    const token = await stack.operator.enrolToken(1);
    const setup = path.join(root, 'opt/vigil-agent/vigil-agent-setup');
    const given = ['--root', root, '--server', stack.url, '--name', 'by deb'];
    expect(await runToEnd(setup, given)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('VIGIL_ENROL is missing'),
    });
    const done = await runToEnd(setup, [...given, '--enrol-file', '-'], { env: { PATH: TOOLS }, input: token });
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect((await runToEnd('stat', ['-c', '%a %U', path.join(root, 'etc/vigil-agent.env')])).stdout).toBe('600 root\n');
    expect(await filesIn(path.join(root, 'etc'))).toContain(
      'systemd/system/multi-user.target.wants/vigil-agent.service',
    );

    await mkdir(path.join(root, 'var/lib/vigil-agent'));
    await using running = startAgent(await commandOf(root), await settingsOf(root));
    const first = await online('by deb', { cs_ver: await agentVersion() });
    const identity = path.join(root, 'var/lib/vigil-agent/identity.json');
    const guid = async () => (JSON.parse(await readFile(identity, 'utf8')) as { guid: string }).guid;
    const before = await guid();

    // The files of the running agent are replaced: it goes on, with its connection, until the service manager restarts
    // it.
    expect(await dpkg('--install', await nextDeb())).toMatchObject({ code: 0 });
    expect(running.runs()).toBe(true);
    const { last_connected_time, cs_ver } = await online('by deb');
    expect([last_connected_time, cs_ver]).toEqual([first.last_connected_time, first.cs_ver]);
    expect(await running.stop()).toBe(0);
    await using next = startAgent(await commandOf(root), await settingsOf(root));
    expect(await online('by deb', { cs_ver: NEXT_VERSION })).toMatchObject({ pk: first.pk });
    expect(await guid()).toBe(before);
    expect(await next.stop()).toBe(0);

    expect(await dpkg('--remove', 'vigil-agent')).toMatchObject({ code: 0 });
    expect(existsSync(path.join(root, 'opt/vigil-agent'))).toBe(false);
    expect(existsSync(identity)).toBe(true);
    expect(await dpkg('--purge', 'vigil-agent')).toMatchObject({ code: 0 });
    await rm(path.join(root, 'var/lib/dpkg'), { recursive: true });
    expect(await filesIn(root)).toEqual([]);
  },
  180_000,
);

test.skipIf(!hasRpm)('the rpm is intact', async () => {
  const checked = await runToEnd('rpm', ['-K', '-v', packageFile('rpm')]);
  expect(checked.code).toBe(0);
  expect(checked.stdout).toContain('Payload SHA256 digest: OK');
  const { stdout } = await runToEnd('rpm', ['-qlp', packageFile('rpm')]);
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining([
      '/opt/vigil-agent/node',
      '/usr/bin/vigil-agent-setup',
      '/usr/lib/systemd/system/vigil-agent.service',
    ]),
  );
});
