import { languages } from '@vigil/shared/contract/problem-texts';
import { expect, test } from 'vitest';
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

test.each(namespaces)('%s has the same keys in every language', (namespace) => {
  const [first, ...others] = languages.map((language) =>
    keysOf(files[`./${language}/${namespace}.json`]).toSorted(compare),
  );
  for (const other of others) expect(other).toEqual(first);
});
