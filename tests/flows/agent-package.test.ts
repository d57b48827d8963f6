// @module-tag slow
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packDownloadsWhenStale } from '@vigil/infra/downloads/pack';
import { runToEnd } from '@vigil/infra/local/processes/run';
import { NODE_EXECUTABLE } from '@vigil/infra/local/runtime';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { listDownloadableFiles } from '@vigil/shared/contract/http/downloads';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startStack } from '../support/stack.ts';

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigil-package-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Made without the network: the device has to have Node. */
const LIGHT = { packages: 'light' } as const;

const env = { PATH: `${path.dirname(NODE_EXECUTABLE)}${path.delimiter}${process.env['PATH'] ?? ''}`, HOME: tmpdir() };

/** Downloads a file and verifies its checksum. */
async function fetchDownload(url: string, sha256: string | undefined): Promise<Buffer> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  return bytes;
}

test('the offered package installs an agent that enrols its device and connects', async () => {
  await using place = await temporaryFolder();
  const downloads = path.join(place.folder, 'downloads');
  expect(await packDownloadsWhenStale(downloads, LIGHT)).toBe('packed');
  expect(await packDownloadsWhenStale(downloads, LIGHT)).toBe('up to date');
  await using stack = await startStack({ env: { DOWNLOADS_DIR: downloads } });
  const client = await stack.signIn();

  const { objects } = await client.call(listDownloadableFiles);
  expect(objects.filter(({ kind }) => kind === 'agent').map((one) => one.dev_os_id)).toEqual([1, 2, 3]);
  expect(objects.filter(({ kind }) => kind === 'document')).toHaveLength(6);
  const linux = objects.find(({ id }) => id === 'agent-linux');
  const archive = path.join(place.folder, 'agent.tar.gz');
  await writeFile(archive, await fetchDownload(`${stack.url}${linux?.url ?? ''}`, linux?.sha256));
  expect(await runToEnd('tar', ['-xzf', archive, '-C', place.folder])).toMatchObject({ code: 0 });

  const token = await stack.operator.enrolToken(1);
  const app = path.join(place.folder, 'app');
  const script = path.join(place.folder, 'vigil-agent', 'install.sh');
  const given = ['--server', stack.url, '--enrol', token];
  const options = ['--prefix', app, '--no-service', '--without-pictures'];
  expect(await runToEnd(script, [...given, ...options], { env })).toMatchObject({ code: 0, stderr: '' });

  const state = path.join(place.folder, 'state');
  const program = path.join(app, 'vigil-agent.mjs');
  const agent = spawn(NODE_EXECUTABLE, [program, ...given, '--state', state, '--name', 'packaged'], {
    env,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => agent.once('exit', resolve));
  await eventually(async () => {
    const { objects: devices } = await client.call(listDevices, { query: { search_mode: 'all' } });
    expect(devices).toMatchObject([{ alias: 'packaged', alive: 1 }]);
  });
  agent.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(await readFile(path.join(state, 'identity.json'), 'utf8')).toContain(stack.url);
});

test.each(['linux', 'macos'])('an installation on %s names its missing option', async (system) => {
  await using place = await temporaryFolder();
  await packDownloadsWhenStale(place.folder, LIGHT);
  await runToEnd('tar', ['-xzf', path.join(place.folder, `vigil-agent-${system}.tar.gz`), '-C', place.folder]);
  const script = path.join(place.folder, 'vigil-agent', 'install.sh');
  const install = (...args: string[]) => runToEnd(script, ['--no-service', ...args], { env });
  expect(await install()).toMatchObject({ code: 1, stderr: 'install: --server is missing\n' });
  expect(await install('--server')).toMatchObject({ code: 1, stderr: 'install: --server needs a value\n' });
  expect(await install('--nonsense')).toMatchObject({ code: 1, stderr: 'install: there is no option --nonsense\n' });
  const app = path.join(place.folder, 'an app');
  const given = ['--server', 'https://vigil.test', '--enrol', 'x', '--prefix', app];
  expect(await install(...given, '--without-pictures')).toMatchObject({ code: 0, stderr: '' });
  expect(await runToEnd(NODE_EXECUTABLE, [path.join(app, 'vigil-agent.mjs'), '--help'])).toMatchObject({ code: 0 });
  expect(await install('--remove', '--prefix', app)).toMatchObject({ code: 0 });
  expect(existsSync(app)).toBe(false);
});

test.each(['linux', 'macos'])(
  'on %s, files that are not of the agent are neither joined nor deleted',
  async (system) => {
    await using place = await temporaryFolder();
    await packDownloadsWhenStale(place.folder, LIGHT);
    await runToEnd('tar', ['-xzf', path.join(place.folder, `vigil-agent-${system}.tar.gz`), '-C', place.folder]);
    const install = (...args: string[]) =>
      runToEnd(path.join(place.folder, 'vigil-agent', 'install.sh'), [...args, '--no-service', '--prefix', app], {
        env,
      });
    const app = path.join(place.folder, 'documents');
    await mkdir(path.join(app, 'node_modules'), { recursive: true });
    await writeFile(path.join(app, 'letter.txt'), 'dear');
    const given = ['--server', 'https://vigil.test', '--enrol', 'x', '--without-pictures'];
    for (const args of [given, ['--remove']]) {
      const refused = await install(...args);
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('holds other files and no Vigil agent'),
      });
      expect((await readdir(app)).toSorted()).toEqual(['letter.txt', 'node_modules']);
    }
    // What came later, into the folder of the agent, stays as well.
    await rm(app, { recursive: true });
    expect(await install(...given)).toMatchObject({ code: 0 });
    await mkdir(path.join(app, 'versions', '2.0.0'), { recursive: true });
    await writeFile(path.join(app, 'letter.txt'), 'dear');
    expect(await install('--remove')).toMatchObject({ code: 0, stdout: expect.stringContaining('holds other files') });
    expect(await readdir(app)).toEqual(['letter.txt']);
  },
);

test('an installation reads the token of the offered command from its standard input', async () => {
  await using place = await temporaryFolder();
  const script = path.join(await unpackLinux(place.folder), 'install.sh');
  const install = `"${script}" --no-service --without-pictures --prefix "${path.join(place.folder, 'app')}"`;
  const piped = (token: string) =>
    runToEnd('sh', ['-c', `printf %s "${token}" | ${install} --server https://vigil.test --enrol-file -`], { env });
  expect(await piped('-abc')).toMatchObject({ code: 0, stderr: '' });
  expect(await piped('')).toMatchObject({ code: 1, stderr: expect.stringContaining('VIGIL_ENROL is missing') });
});

async function unpackLinux(folder: string): Promise<string> {
  await packDownloadsWhenStale(folder, LIGHT);
  await runToEnd('tar', ['-xzf', path.join(folder, 'vigil-agent-linux.tar.gz'), '-C', folder]);
  return path.join(folder, 'vigil-agent');
}

const GIVEN = ['--server', 'https://vigil.test', '--enrol', 'x', '--without-pictures'];

test('an installation refuses files that differ from their checksums', async () => {
  await using place = await temporaryFolder();
  const unpacked = await unpackLinux(place.folder);
  const app = path.join(place.folder, 'app');
  for (const name of ['vigil-agent.mjs', 'package-lock.json', 'settings.sh']) {
    const file = path.join(unpacked, name);
    const content = await readFile(file, 'utf8');
    await writeFile(file, `${content} `);
    const refused = await runToEnd(path.join(unpacked, 'install.sh'), [...GIVEN, '--no-service', '--prefix', app], {
      env,
    });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('differ from their checksums') });
    await writeFile(file, content);
  }
  expect(existsSync(app)).toBe(false);
});

test('the libraries of the package are locked: npm accepts the lockfile, and each has a checksum', async () => {
  await using place = await temporaryFolder();
  const unpacked = await unpackLinux(place.folder);
  const cli = path.join(path.dirname(NODE_EXECUTABLE), 'npm');
  const npm = existsSync(cli) ? cli : 'npm';
  expect(
    await runToEnd(npm, ['ci', '--dry-run', '--ignore-scripts', '--offline'], { cwd: unpacked, env }),
  ).toMatchObject({
    code: 0,
  });
  const { packages } = JSON.parse(await readFile(path.join(unpacked, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  expect(Object.keys(packages)).toEqual(expect.arrayContaining(['', 'node_modules/sharp', 'node_modules/detect-libc']));
  expect(packages['node_modules/sharp']?.integrity).toMatch(/^sha512-/u);
});

// Only root may install the service.
test.skipIf(process.getuid?.() !== 0)('a service refuses a runtime that another user can replace', async () => {
  await using place = await temporaryFolder();
  const unpacked = await unpackLinux(place.folder);
  const bin = path.join(place.folder, 'bin');
  await mkdir(bin);
  await symlink(NODE_EXECUTABLE, path.join(bin, 'node'));
  await chown(bin, 65_534, 65_534);
  const options = [...GIVEN, '--prefix', path.join(place.folder, 'app')];
  const refused = await runToEnd(path.join(unpacked, 'install.sh'), options, {
    env: { ...env, PATH: `${bin}:${env.PATH}` },
  });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${bin} can be changed by other users`) });
  expect(existsSync(path.join(place.folder, 'app'))).toBe(false);
});
