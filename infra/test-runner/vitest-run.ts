import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { fromRoot, NODE, ROOT } from './runtime.ts';
import { REPORT_VARIABLE, TestReport } from './test-report.ts';

export type VitestRun = { projects: readonly string[]; filters: readonly string[]; env: NodeJS.ProcessEnv };

/** Runs the tests with their own output on the screen, and answers with what became of them. */
export async function runVitest({ projects, filters, env }: VitestRun): Promise<TestReport> {
  const dir = await mkdtemp(path.join(tmpdir(), 'vigil-report-'));
  const file = path.join(dir, 'report.json');
  const args = [
    fromRoot('node_modules/vitest/vitest.mjs'),
    'run',
    // A filter may fit one project and not another; that it fits none is for the caller to notice.
    '--passWithNoTests',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    `--reporter=${fromRoot('infra/local/vitest-reporter.ts')}`,
    ...filters,
  ];
  try {
    const child = spawn(NODE, args, {
      cwd: ROOT,
      env: { ...env, [REPORT_VARIABLE]: file },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const ended = await new Promise<number | string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
    });
    return readReport(await readFile(file, 'utf8').catch(() => undefined), { projects, ended });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** @param text undefined when the process wrote no report */
export function readReport(
  text: string | undefined,
  { projects, ended }: { projects: readonly string[]; ended: number | string },
): TestReport {
  const of = projects.join(', ');
  if (text === undefined) return withError(emptyReport, `vitest (${of}) ended with ${ended} and reported nothing`);
  const report = TestReport.parse(JSON.parse(text));
  const isExplained = report.failed.length > 0 || report.outside.length > 0;
  return ended === 0 || isExplained ? report : withError(report, `vitest (${of}) ended with ${ended}`);
}

export const emptyReport: TestReport = { tests: [], failed: [], outside: [] };

export const withError = (report: TestReport, error: string): TestReport => ({
  ...report,
  outside: [...report.outside, error],
});

export const joinReports = (reports: readonly TestReport[]): TestReport => ({
  tests: reports.flatMap(({ tests }) => tests),
  failed: reports.flatMap(({ failed }) => failed),
  outside: reports.flatMap(({ outside }) => outside),
});
