import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../local/runtime.ts';
import { findMissingLockfileEntries } from './complete-lockfile.ts';

test('a native package that npm left out is added with the platform that its name tells', () => {
  const packages = {
    '': {},
    'node_modules/tool': {
      dev: true,
      optionalDependencies: { '@tool/darwin-arm64': '1.2.3', '@tool/linux-x64-musl': '1.2.3', '@tool/here': '1.2.3' },
    },
    'node_modules/@tool/here': { version: '1.2.3' },
  };
  expect(findMissingLockfileEntries(packages)).toEqual({
    'node_modules/@tool/darwin-arm64': { version: '1.2.3', dev: true, optional: true, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/@tool/linux-x64-musl': {
      version: '1.2.3',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
  });
});

test('another version at the top does not hide what a nested package needs', () => {
  const packages = {
    'node_modules/@tool/darwin-arm64': { version: '2.0.0' },
    'node_modules/other/node_modules/tool': { optionalDependencies: { '@tool/darwin-arm64': '1.0.0' } },
  };
  // Reachable, and npm judges whether its version will do.
  expect(findMissingLockfileEntries(packages)).toEqual({});
});

test('our lockfile is complete (else: npm run lockfile)', () => {
  const { packages } = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8'));
  expect(Object.keys(findMissingLockfileEntries(packages))).toEqual([]);
});
