import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { z } from 'zod';

import { fromRoot, NODE, ROOT } from './runtime.ts';

const REASON_LINES = 12;
/** A page with its tables is long. */
const FURTHER_LINES = 80;

export type Count = { passed: number; failed: number; skipped: number };

/** How long one test took, its own hooks included. */
export type Timing = { file: string; test: string; ms: number };

/** The reason, and what a test says of its state after it. */
export type Failure = { file: string; test: string; message: string; further?: readonly string[] };

export type Outcome = { count: Count; timings: readonly Timing[]; failures: readonly Failure[] };

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string().default(''),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          title: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

export type VitestRun = { projects: readonly string[]; filters: readonly string[]; env: NodeJS.ProcessEnv };

/** Runs the tests with their own output on the screen, and counts and times them. */
export async function runVitest({ projects, filters, env }: VitestRun): Promise<Outcome> {
  const dir = await mkdtemp(path.join(tmpdir(), 'vigil-report-'));
  const report = path.join(dir, 'report.json');
  const args = [
    fromRoot('node_modules/vitest/vitest.mjs'),
    'run',
    // A filter may fit one project and not another; that it fits none is for the caller to notice.
    '--passWithNoTests',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ];
  try {
    const child = spawn(NODE, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const code = await new Promise<number>((resolve) => {
      child.once('error', () => resolve(1));
      child.once('exit', (status) => resolve(status ?? 1));
    });
    const text = await readFile(report, 'utf8').catch(() => undefined);
    return { count: count(text, code), timings: timingsOf(text), failures: failuresOf(text) };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

export const sumOf = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  skipped: counts.reduce((sum, { skipped }) => sum + skipped, 0),
});

export function count(report: string | undefined, code: number): Count {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const results = Report.parse(JSON.parse(report));
  // A file that could not even be read has failed without a test that did.
  const broken = results.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = results.numFailedTests + broken;
  const skipped = results.numPendingTests + results.numTodoTests;
  // Vitest also fails for an error outside of any test.
  return { passed: results.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

/** From a report of vitest: each test that ran. */
export function timingsOf(report: string | undefined): Timing[] {
  if (report === undefined) return [];
  return Report.parse(JSON.parse(report)).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration }) => ({
      file: path.relative(ROOT, name),
      test: title,
      ms: duration ?? 0,
    })),
  );
}

/** From a report of vitest: each test that failed, and each file that could not be read. */
export function failuresOf(report: string | undefined): Failure[] {
  if (report === undefined) return [];
  return Report.parse(JSON.parse(report)).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(ROOT, name);
    if (status === 'failed' && assertionResults.length === 0) return [{ file, test: 'the file', message }];
    return assertionResults.flatMap(({ title, failureMessages }) => {
      const [reason, ...further] = failureMessages ?? [];
      return reason === undefined ? [] : [{ file, test: title, message: reason, further }];
    });
  });
}

/** What failed, with the beginning of each reason: the end of a log is often all that is kept of it. */
export const failuresText = (failures: readonly Failure[]): string =>
  failures
    .flatMap(({ file, test, message, further = [] }) => {
      const lines = [linesOf(message, REASON_LINES), ...further.map((text) => linesOf(text, FURTHER_LINES))].flat();
      return [`✗ ${file} › ${test}`, ...lines.map((line) => `    ${line}`)];
    })
    .join('\n');

const linesOf = (text: string, most: number) => stripVTControlCharacters(text).split('\n').slice(0, most);

/** The slowest tests, one a line: what to look at first when the run becomes too long. */
export const slowest = (timings: readonly Timing[], most: number): string[] =>
  timings
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(({ file, test, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${file} › ${test}`);
