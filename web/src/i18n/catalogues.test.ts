import { languages } from '@vigil/shared/contract/problem-texts';
import { expect, test } from 'vitest';
import { loadCatalogue, parts } from './catalogues.ts';

const files = import.meta.glob<unknown>('./*/*/*.json', { import: 'default', eager: true });
const compare = (a: string, b: string) => a.localeCompare(b);
/** `public/common` and so on, as English has them. */
const namespaces = Object.keys(files).flatMap((file) => /^\.\/en\/(.+)\.json$/.exec(file)?.[1] ?? []);

/** `a.b.c`, with the names that its text fills in. */
function keysOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') {
    const names = [...value.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    return [`${path} ${names.toSorted(compare).join(',')}`];
  }
  return Object.entries(value as object).flatMap(([key, inner]) => keysOf(inner, path === '' ? key : `${path}.${key}`));
}

test('every language has exactly one file for every namespace', () => {
  const wanted = languages.flatMap((language) => namespaces.map((name) => `./${language}/${name}.json`));
  expect(Object.keys(files).toSorted(compare)).toEqual(wanted.toSorted(compare));
});

test.each(languages)('each namespace of %s is in one of its chunks, by its own name', async (language) => {
  const loaded = await Promise.all(parts.map((part) => loadCatalogue(language, part)));
  const names = loaded.flat().map(([name]) => name);
  expect(new Set(names).size).toBe(namespaces.length);
  for (const [i, part] of parts.entries())
    for (const [name, texts] of loaded[i] ?? []) expect(texts).toEqual(files[`./${language}/${part}/${name}.json`]);
});

test.each(namespaces)('%s has the same keys in every language', (namespace) => {
  const [first, ...others] = languages.map((language) =>
    keysOf(files[`./${language}/${namespace}.json`]).toSorted(compare),
  );
  for (const other of others) expect(other).toEqual(first);
});
