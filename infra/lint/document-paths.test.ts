import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fromRoot, ROOT } from '../local/runtime.ts';

const DOCUMENTS = [
  '*.md',
  '*/{README,GLOSSARY,PROTOCOL}.md',
  'web/src/i18n/README.md',
  'docs/**/*.md',
  'infra/decisions/*.md',
];
/** Made by a run, and not in the repository. */
const GENERATED = /^(web\/dist|tests\/\.out)\b/u;
const PATH = /^[\w.-]*\/[\w.{},<>/-]*$/u;
const FILE_NAME = /\.(ts|tsx|mjs|json|md|css|sh|ps1)$/u;

const folders = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(node_modules$|\.)/u.test(entry.name))
  .map(({ name }) => name);

/**
 * Paths of the repository between backticks: from its root, or the end of one that names a file. `<noun>` stands for
 * any name.
 */
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

test('links between documents lead to files', () => {
  const documents = globSync(DOCUMENTS, { cwd: ROOT, exclude: ['**/node_modules'] });
  const links = documents.flatMap((document) =>
    [...readFileSync(fromRoot(document), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/gu)].map(([, target = '']) => ({
      document,
      target: path.join(path.dirname(document), target),
    })),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ target }) => !existsSync(fromRoot(target)))).toEqual([]);
});

test('pages of decisions say since when they hold, and their names have no number', () => {
  const pages = globSync('infra/decisions/*.md', { cwd: ROOT });
  const status = /^# .+\n\n(In force since \d{4}-\d{2}-\d{2}\.|Replaced by \[)/u;
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.filter((page) => !status.test(readFileSync(fromRoot(page), 'utf8')))).toEqual([]);
  expect(pages.filter((page) => /^\d/u.test(path.basename(page)))).toEqual([]);
});
