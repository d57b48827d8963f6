import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot, ROOT } from '../local/runtime.ts';

const SOURCES = '{shared,api,gateway,workers,web,agent,agent-sim,infra,tests}/**/*.{ts,tsx,md}';
const NUMBERS = /\d+/gu;

const read = (file: string): string => readFileSync(fromRoot(file), 'utf8');

/** All that comments name: sections such as "spec 2 §5", and numbers of decisions. */
function referencesOf(text: string): string[] {
  const sections = [...text.matchAll(/spec (\d)((?:(?:,| and)? §§?\d+(?:, \d+)*)+)/gu)].flatMap(([, part, list = '']) =>
    [...list.matchAll(NUMBERS)].map(([section]) => `spec ${part} §${section}`),
  );
  const decisions = [...text.matchAll(/decisions? ((?:(?:, | and )?\d+)+)/gu)].flatMap(([, list = '']) =>
    [...list.matchAll(NUMBERS)].map(([number]) => `decision ${number}`),
  );
  return [...sections, ...decisions];
}

/** Documents that are not in the repository, and a part of the specification without its section. */
const unresolvable = /\b(?:HTTP|real-time) contract\b|\barchitecture, flow\b|\bspec \d(?![\d.]|(?:,| and)? §)/u;

test('what comments refer to is in the documents', () => {
  const headings = [...read('docs/specification.md').matchAll(/^### (spec \d §\d+)/gmu)].map(([, name]) => name);
  const decided = [...read('docs/decisions.md').matchAll(/\*\*(\d+)\*\*/gu)].map(([, number]) => `decision ${number}`);
  const documented = new Set([...headings, ...decided]);
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] });
  const named = files.flatMap((file) => referencesOf(read(file)).map((reference) => ({ file, reference })));
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(({ reference }) => !documented.has(reference))).toEqual([]);
  expect(files.filter((file) => unresolvable.test(read(file)))).toEqual([]);
});
