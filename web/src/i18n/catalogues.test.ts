import { readdirSync, readFileSync } from 'node:fs';
import { languages } from '@vigil/shared/contract/problem-texts';
import { expect, test } from 'vitest';
import { namespaces } from './namespaces.ts';

const folder = (language: string) => new URL(`./${language}/`, import.meta.url);
const read = (language: string, namespace: string): unknown =>
  JSON.parse(readFileSync(new URL(`${namespace}.json`, folder(language)), 'utf8'));

/** `a.b.c`, with the names that its text fills in. */
function keysOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string')
    return [
      `${path} ${[...value.matchAll(/\{\{(\w+)\}\}/g)]
        .map(([, name]) => name)
        .toSorted()
        .join(',')}`,
    ];
  return Object.entries(value as object).flatMap(([key, inner]) => keysOf(inner, path === '' ? key : `${path}.${key}`));
}

test.each(languages)('%s has a file for every namespace and no other', (language) => {
  expect(readdirSync(folder(language)).toSorted()).toEqual(namespaces.map((name) => `${name}.json`).toSorted());
});

test.each(namespaces)('%s says the same things in every language', (namespace) => {
  const [first, ...others] = languages.map((language) => keysOf(read(language, namespace)).toSorted());
  for (const other of others) expect(other).toEqual(first);
});
