import { expect, test } from 'vitest';
import { addInputLibraries } from './input-libraries.ts';

const manifest = { name: 'vigil-agent', optionalDependencies: { sharp: '1.0.0' } };
const lockfile = JSON.stringify({
  lockfileVersion: 3,
  packages: { '': manifest, 'node_modules/sharp': { version: '1.0.0' } },
});

test('Linux needs no library for its input', () => {
  expect(addInputLibraries('linux', { manifest, lockfile })).toEqual({ manifest, lockfile });
});

test.each([
  ['windows', 'libnut-win32'],
  ['macos', 'libnut-darwin'],
] as const)('npm adds that of %s to the others, at pinned bytes', (system, name) => {
  const added = addInputLibraries(system, { manifest, lockfile });
  const expected = { sharp: '1.0.0', [`@nut-tree-fork/${name}`]: '2.7.5' };
  expect(added.manifest.optionalDependencies).toEqual(expected);
  const { lockfileVersion, packages } = JSON.parse(added.lockfile) as {
    lockfileVersion: number;
    packages: Record<string, { integrity?: string; dependencies?: Record<string, string> }>;
  };
  expect(lockfileVersion).toBe(3);
  expect(packages['']).toEqual(added.manifest);
  expect(Object.keys(packages).toSorted()).toEqual(
    [
      '',
      `node_modules/@nut-tree-fork/${name}`,
      'node_modules/bindings',
      'node_modules/file-uri-to-path',
      'node_modules/sharp',
    ].toSorted(),
  );
  const needed = Object.values(packages).flatMap(({ integrity, dependencies = {} }) =>
    integrity === undefined ? [] : Object.keys(dependencies),
  );
  expect(needed).toEqual(['bindings', 'file-uri-to-path']);
});
