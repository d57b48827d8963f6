import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { fromRoot, ROOT } from '../local/runtime.ts';

const DOCUMENTS = ['*.md', '*/{README,GLOSSARY,PROTOCOL}.md', 'docs/**/*.md', 'infra/decisions/*.md'];
/** Made by a run, and not in the repository. */
const GENERATED = /^(web\/dist|tests\/\.out)\b/u;
const PATH = /^[\w.-]*\/[\w.{},<>/-]*$/u;
const FILE_NAME = /\.(ts|tsx|mjs|json|md|css|sh|ps1)$/u;

const folders = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(node_modules$|\.)/u.test(entry.name))
  .map(({ name }) => name);

/** Paths of the repository between backticks: from its root, or the end of one that names a file. `<noun>` stands for any name. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/gu)].flatMap(([, inside = '']) => (PATH.test(inside) ? [inside] : []));
  return quoted.filter((inside) => folders.includes(inside.split('/')[0] ?? '') || FILE_NAME.test(inside));
}

/** Braces name several paths, each of which has to exist. */
function expand(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/u.exec(pattern);
  if (!braces) return [pattern];
  return (braces[1] ?? '').split(',').flatMap((part) => expand(pattern.replace(braces[0], part)));
}

function exists(name: string): boolean {
  const pattern = name.replaceAll(/<\w+>/gu, '*').replace(/\/$/u, '');
  const isFromRoot = folders.includes(name.split('/')[0] ?? '');
  const from = isFromRoot ? [pattern] : [`*/${pattern}`, `*/src/**/${pattern}`];
  return globSync(from, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] }).length > 0;
}

test('paths in documents exist', () => {
  const documents = globSync(DOCUMENTS, { cwd: ROOT, exclude: ['**/node_modules'] });
  const named = documents.flatMap((document) =>
    pathsIn(readFileSync(fromRoot(document), 'utf8')).flatMap((found) =>
      expand(found).map((name) => ({ document: path.normalize(document), name })),
    ),
  );
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter(({ name }) => !GENERATED.test(name) && !exists(name));
  expect(missing).toEqual([]);
});

test('what docs/where.md names is in one of the files of its line', () => {
  const lines = readFileSync(fromRoot('docs/where.md'), 'utf8').split('\n');
  const missing = lines.flatMap((line) => {
    const text = pathsIn(line)
      .flatMap(expand)
      .flatMap((name) => globSync(name.replaceAll(/<\w+>/gu, '*'), { cwd: ROOT }))
      .filter((name) => FILE_NAME.test(name))
      .map((name) => readFileSync(fromRoot(name), 'utf8'))
      .join('\n');
    const names = [...line.matchAll(/`([A-Za-z_]\w*)`/gu)].flatMap(([, name]) => name ?? []);
    return names.filter((name) => !new RegExp(`\\b${name}\\b`, 'u').test(text)).map((name) => `${name}: ${line}`);
  });
  expect(missing).toEqual([]);
});
