import { languages } from '@vigil/shared/contract/languages';
import { expect, test } from 'vitest';
import { loadCatalogue, textParts } from './catalogues.ts';

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
  const loaded = await Promise.all(textParts.map((part) => loadCatalogue(language, part)));
  const names = loaded.flat().map(([name]) => name);
  expect(new Set(names).size).toBe(namespaces.length);
  for (const [i, part] of textParts.entries())
    for (const [name, texts] of loaded[i] ?? []) expect(texts).toEqual(files[`./${language}/${part}/${name}.json`]);
});

/** The messages that spec 2 §8 and, for groups, spec 3 §8 name: each stands under its name. */
const named: Readonly<Record<string, readonly string[]>> = {
  'console/tree': ['created_group', 'deleted_group', 'moved_device'],
  'console/groups': ['deleted_group'],
  'console/group': [
    'changed_group_info',
    'added_device_in_group',
    'removed_device_in_group',
    'user_in_group_add_success',
    'user_in_group_remove_success',
    'no-content',
  ],
  'console/devices': [
    'please_select_group',
    'no-selects',
    'data_get_fail',
    'updated_config_applied',
    'approval-success',
  ],
  'console/detail': ['updated_memo'],
  'console/commands': ['deleted_device', 'update_agent_requested', 'wol_success'],
  'console/approvals': ['approval-success'],
  'console/exports': ['device_excel_fail'],
  'console/remote': ['not_supported_os', 'mobile_store'],
  'console/profile': ['password_modified', 'otp_reset_complete', 'otp_reset_failed'],
};

test.each(Object.entries(named))('%s has the messages that the specification names', (namespace, names) => {
  const paths = keysOf(files[`./en/${namespace}.json`]).map((key) => key.split(' ', 1)[0] ?? '');
  const found = new Set(paths.flatMap((path) => path.split('.')).map((part) => part.replace(/_(?:one|other)$/, '')));
  expect(names.filter((name) => !found.has(name))).toEqual([]);
});

test.each(namespaces)('%s has the same keys in every language', (namespace) => {
  const [first, ...others] = languages.map((language) =>
    keysOf(files[`./${language}/${namespace}.json`]).toSorted(compare),
  );
  for (const other of others) expect(other).toEqual(first);
});

// "이(가)" is how a form is filled in: a sentence names the kind of what it fills in, after which one particle is right.
test.each(namespaces)('the Korean of %s leaves no particle open', (namespace) => {
  const text = JSON.stringify(files[`./ko/${namespace}.json`]);
  expect(text.match(/.{0,30}(?:이\(가\)|을\(를\)|은\(는\)|와\(과\)|\(으\)로)/gu) ?? []).toEqual([]);
});

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf);

test.each(['ko', 'ja'] as const)('a choice of nothing is said in the language (%s)', (language) => {
  const english = namespaces.filter((name) =>
    textsOf(files[`./${language}/${name}.json`]).some((text) => /\bnone\b/iu.test(text)),
  );
  expect(english).toEqual([]);
});
