import { globSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot, ROOT } from '../local/runtime.ts';
import { ENTITY_DEPENDENCIES, IMPORT_ZONES } from './zones.ts';

const foldersOf = (path: string): string[] =>
  readdirSync(fromRoot(path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test('entities of the client build on entities that exist', () => {
  const folders = foldersOf('web/src/entities');
  expect(Object.keys(ENTITY_DEPENDENCIES)).toEqual(folders);
  const used = Object.values(ENTITY_DEPENDENCIES).flat();
  expect(used.length).toBeGreaterThan(0);
  expect(folders).toEqual(expect.arrayContaining(used));
});

/** Each name of a list in braces is a pattern of its own; a pair of endings such as `{ts,tsx}` is one. */
const patternsOf = (pattern: string): string[] => {
  const braces = /\{((?!ts,tsx\})[^{}]*)\}/u.exec(pattern);
  if (!braces) return [pattern];
  return (braces[1] ?? '').split(',').flatMap((name) => patternsOf(pattern.replace(braces[0], name)));
};

test('each rule is about files that exist', () => {
  const exists = (pattern: string): boolean => globSync(pattern, { cwd: ROOT }).length > 0;
  const patterns = IMPORT_ZONES.flatMap(({ files }) => files.flatMap(patternsOf));
  expect(patterns.filter((pattern) => !exists(pattern))).toEqual([]);
});

test.each([
  ['api/src', ['features', 'operator', 'testing']],
  ['gateway/src', ['testing']],
  ['web/src', ['app', 'i18n', 'testing']],
])('each folder of %s has a rule of its own', (root, without) => {
  const general = IMPORT_ZONES.find(({ files }) => files.includes(`${root}/**`));
  expect(general).toBeDefined();
  const ruled = new Set(
    IMPORT_ZONES.filter((zone) => zone !== general)
      .flatMap(({ files }) => files.flatMap((file) => globSync(file, { cwd: ROOT })))
      .filter((file) => file.startsWith(`${root}/`) && !file.includes('.test.'))
      .map((file) => file.split('/')[2]),
  );
  expect(foldersOf(root).filter((name) => !without.includes(name) && !ruled.has(name))).toEqual([]);
});
