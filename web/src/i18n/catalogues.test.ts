import { languages } from '@vigil/shared/contract/problem-texts';
import { expect, test } from 'vitest';
import { loadCatalogue } from './catalogues.ts';
import { namespaces } from './namespaces.ts';

const files = import.meta.glob<unknown>('./*/*.json', { import: 'default', eager: true });
const compare = (a: string, b: string) => a.localeCompare(b);

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

test.each(languages)('each namespace of %s is in one of its chunks', async (language) => {
  const parts = await Promise.all(
    (['public', 'console', 'administration'] as const).map((part) => loadCatalogue(language, part)),
  );
  expect(parts.flat().map(([namespace]) => namespace)).toEqual(namespaces);
  for (const [namespace, texts] of parts.flat()) expect(texts).toEqual(files[`./${language}/${namespace}.json`]);
});

const chunks = import.meta.glob<{ files: Record<string, unknown> }>('./*-{public,console,administration}.ts', {
  eager: true,
});

test('no text is in two chunks', () => {
  const included = Object.values(chunks).flatMap((chunk) => Object.keys(chunk.files));
  expect(included.toSorted(compare)).toEqual(Object.keys(files).toSorted(compare));
});

test.each(namespaces)('%s has the same keys in every language', (namespace) => {
  const [first, ...others] = languages.map((language) =>
    keysOf(files[`./${language}/${namespace}.json`]).toSorted(compare),
  );
  for (const other of others) expect(other).toEqual(first);
});
