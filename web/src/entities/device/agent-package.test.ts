import type { DownloadableFile } from '@vigil/shared/contract/http/downloads';
import { expect, test } from 'vitest';
import { choosePackage, defaultPackage } from './agent-package.ts';

const agent = (os: number, arch: DownloadableFile['arch'], file_name: string): DownloadableFile => ({
  id: file_name,
  kind: 'agent',
  dev_os_id: os,
  arch,
  needs_node: arch === null ? 24 : null,
  lang: null,
  file_name,
  size: 1,
  sha256: 'abc',
  url: `/downloads/${file_name}`,
});
const ready = (...objects: DownloadableFile[]) => ({ objects, meta: { preparing: [] } });
const complete = ready(
  agent(2, 'x64', 'x64.tar.gz'),
  agent(2, 'x64', 'x64.deb'),
  agent(2, 'x64', 'x64.rpm'),
  agent(2, 'arm64', 'arm64.tar.gz'),
  agent(2, 'arm64', 'arm64.deb'),
  agent(2, 'arm64', 'arm64.rpm'),
  agent(1, 'x64', 'x64.zip'),
  agent(3, null, 'macos.tar.gz'),
);

test.each([
  [2, 'x64', 'tar.gz', 'x64.tar.gz'],
  [2, 'x64', 'rpm', 'x64.rpm'],
  [2, 'arm64', 'deb', 'arm64.deb'],
  // What was chosen for Linux means nothing to the others.
  [1, 'arm64', 'deb', 'x64.zip'],
  [3, 'arm64', 'rpm', 'macos.tar.gz'],
] as const)('system %s, processor %s and format %s get %s', (system, arch, format, file) => {
  expect(choosePackage(complete, system, { arch, format }).agent?.file_name).toBe(file);
});

test('only what differs can be chosen', () => {
  expect(choosePackage(complete, 2, defaultPackage)).toMatchObject({
    processors: ['x64', 'arm64'],
    formats: ['tar.gz', 'deb', 'rpm'],
  });
  for (const system of [1, 3])
    expect(choosePackage(complete, system, defaultPackage)).toMatchObject({ processors: [], formats: [] });
  expect(choosePackage(ready(agent(2, null, 'linux.tar.gz')), 2, defaultPackage)).toMatchObject({
    agent: { file_name: 'linux.tar.gz' },
    processors: [],
    formats: [],
  });
  expect(choosePackage(ready(), 2, defaultPackage)).toEqual({
    agent: null,
    isPreparing: false,
    processors: [],
    formats: [],
  });
});

test('what is being made can be chosen: until it is there, its device takes the package for any processor', () => {
  const some = {
    objects: [agent(2, null, 'linux.tar.gz'), agent(2, 'x64', 'x64.tar.gz'), agent(1, null, 'windows.zip')],
    meta: {
      preparing: [
        { dev_os_id: 2, arch: 'arm64' as const },
        { dev_os_id: 1, arch: 'x64' as const },
      ],
    },
  };
  const of = (osId: number, arch: 'x64' | 'arm64') => choosePackage(some, osId, { arch, format: 'tar.gz' });
  expect(of(2, 'x64')).toMatchObject({
    agent: { file_name: 'x64.tar.gz' },
    isPreparing: false,
    processors: ['x64', 'arm64'],
  });
  expect(of(2, 'arm64')).toMatchObject({ agent: { file_name: 'linux.tar.gz' }, isPreparing: true });
  // There is one processor only, whatever was chosen for Linux.
  for (const arch of ['x64', 'arm64'] as const)
    expect(of(1, arch)).toMatchObject({ agent: { file_name: 'windows.zip' }, isPreparing: true, processors: [] });
});
