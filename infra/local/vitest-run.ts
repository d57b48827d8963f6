import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

import { fromRoot, NODE, ROOT } from './runtime.ts';

export type Count = { passed: number; failed: number; skipped: number };

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

export type VitestRun = { projects: readonly string[]; filters: readonly string[]; env: NodeJS.ProcessEnv };

/** Runs the tests with their own output on the screen, and counts them. */
export async function runVitest({ projects, filters, env }: VitestRun): Promise<Count> {
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
    return count(await readFile(report, 'utf8').catch(() => undefined), code);
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
  const told = Report.parse(JSON.parse(report));
  // A file that could not even be read has failed without a test that did.
  const broken = told.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = told.numFailedTests + broken;
  const skipped = told.numPendingTests + told.numTodoTests;
  // Vitest also fails for an error outside of any test.
  return { passed: told.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}
