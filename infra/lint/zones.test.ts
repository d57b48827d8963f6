import { globSync, readdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import { fromRoot, ROOT } from '../local/runtime.ts';
import { ENTITIES, ZONES } from './zones.ts';

const foldersOf = (path: string): string[] =>
  readdirSync(fromRoot(path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test('entities of the client build on entities that exist', () => {
  const folders = foldersOf('web/src/entities');
  expect(Object.keys(ENTITIES)).toEqual(folders);
  const used = Object.values(ENTITIES).flat();
  expect(used.length).toBeGreaterThan(0);
  expect(folders).toEqual(expect.arrayContaining(used));
});

test('each rule is about files that exist', () => {
  const exists = (pattern: string): boolean => globSync(pattern, { cwd: ROOT }).length > 0;
  expect(ZONES.filter(({ files }) => !files.some(exists)).map(({ files }) => files)).toEqual([]);
});

test.each([
  ['api/src', ['features', 'operator', 'testing']],
  ['gateway/src', ['testing']],
])('each folder of %s has a rule of its own', (root, without) => {
  const general = ZONES.find(({ files }) => files.includes(`${root}/**`));
  expect(general).toBeDefined();
  const ruled = new Set(
    ZONES.filter((zone) => zone !== general)
      .flatMap(({ files }) => files.flatMap((file) => globSync(file, { cwd: ROOT })))
      .filter((file) => file.startsWith(`${root}/`) && !file.includes('.test.'))
      .map((file) => file.split('/')[2]),
  );
  expect(foldersOf(root).filter((name) => !without.includes(name) && !ruled.has(name))).toEqual([]);
});
