import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { ROOT } from '../local/runtime.ts';
import { failureLine, type FailedTest } from './report.ts';
import type { RunReport } from './vitest-run.ts';

/**
 * Their tests are of real processes and sockets, on a machine that they share with everything that runs beside them.
 */
const REPEATED_PROJECTS = new Set(['machine', 'integration', 'resilience', 'browser']);
export type RerunOutcome = { failed: readonly FailedTest[]; flaky: readonly FailedTest[] };

/** One file that is run again, alone. */
export type Repetition = { project: string; file: string };

/** The files that are worth a second try: none when the cause lies outside of tests, or in many of them. */
export function filesWorthRepeating({ failed, outside, deaths }: RunReport, maxFiles: number): Repetition[] {
  const files = new Map(failed.map(({ project, file }) => [`${project} ${file}`, { project, file }]));
  if (outside.length + deaths.length > 0 || files.size > maxFiles) return [];
  return [...files.values()].filter(({ project }) => REPEATED_PROJECTS.has(project));
}

/**
 * Runs the files of failed tests once more, one at a time, each in a process and on systems of its own. What fails
 * there has failed; a test that only failed the first time is flaky.
 */
export async function runSecondPass(
  first: RunReport,
  { maxFiles, repeat }: { maxFiles: number; repeat: (file: Repetition) => Promise<RunReport> },
): Promise<RerunOutcome> {
  const failed: FailedTest[] = [];
  const flaky: FailedTest[] = [];
  const repeated = filesWorthRepeating(first, maxFiles);
  for (const one of repeated) {
    const of = first.failed.filter(({ project, file }) => project === one.project && file === one.file);
    const second = await repeat(one);
    flaky.push(...of.filter((test) => hasPassed(second, test)));
    failed.push(...of.filter((test) => !hasPassed(second, test)));
    failed.push(...second.failed.filter(({ title }) => !of.some((test) => test.title === title)));
  }
  const once = first.failed.filter(
    ({ project, file }) => !repeated.some((one) => one.project === project && one.file === file),
  );
  return { failed: [...once, ...failed], flaky };
}

/** Also true of a file whose hooks failed, if its tests ran this time. A test that was skipped has not passed. */
function hasPassed({ tests, failed, outside, deaths }: RunReport, { title }: FailedTest): boolean {
  if (outside.length + deaths.length > 0 || !tests.some(({ state }) => state === 'passed')) return false;
  const unsuccessful = [...tests.filter(({ state }) => state !== 'passed'), ...failed];
  return !unsuccessful.some((test) => test.title === title);
}

/** Appends flaky tests to the file that `TEST_RECORD` names, so that they can be counted over many runs. */
export function recordFlaky(flaky: readonly FailedTest[], recordFile: string | undefined): void {
  if (recordFile === undefined || recordFile === '' || flaky.length === 0) return;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const run = `${new Date().toISOString()} ${commit} load ${loadavg()[0]?.toFixed(1)}`;
  appendFileSync(recordFile, flaky.map((test) => `~ ${run} ${failureLine(test)}\n`).join(''));
}
