import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fromRoot, NODE_EXECUTABLE, ROOT } from '../local/runtime.ts';
import { REPORT_VARIABLE, TAGS_VARIABLE, VitestProcessReport, type TagFilter } from './report.ts';

export type VitestRunOptions = {
  projects: readonly string[];
  filters: readonly string[];
  /** Every test without one. */
  tags?: TagFilter | undefined;
  env: NodeJS.ProcessEnv;
  /**
   * It is killed when it has said nothing for so long: a machine that others slow down needs time, what hangs is
   * silent.
   */
  silenceMs: number;
  /** Takes what it prints, line by line. */
  say(line: string): void;
  /** Kills it, with all that it started in its process group. */
  signal: AbortSignal;
};

/** A process of vitest that ended without saying why. */
export type UnexpectedExit = { how: string; lastLines: readonly string[] };

export type RunReport = VitestProcessReport & { readonly deaths: readonly UnexpectedExit[] };

type Ended = { code: number | string; lastLines: readonly string[] };

const EXIT_WITH_PARENT = fromRoot('infra', 'local', 'exit-with-parent.mjs');
const LAST_LINES = 5;

/** Runs the tests of these projects in a process of its own, and answers with what became of them. */
export async function runVitest(run: VitestRunOptions): Promise<RunReport> {
  const dir = await mkdtemp(path.join(tmpdir(), 'vigil-report-'));
  const file = path.join(dir, 'report.json');
  try {
    const ended = await runProcess(run, file);
    return parseRunReport(await readFile(file, 'utf8').catch(() => undefined), { projects: run.projects, ended });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function runProcess(
  { projects, filters, tags, env, silenceMs, say, signal }: VitestRunOptions,
  file: string,
): Promise<Ended> {
  const args = [
    `--import=${EXIT_WITH_PARENT}`,
    fromRoot('node_modules/vitest/vitest.mjs'),
    'run',
    // A filter may fit one project and not another; that it fits none is for the caller to notice.
    '--passWithNoTests',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    `--reporter=${fromRoot('infra/test-runner/vitest-reporter.ts')}`,
    ...(tags ? [`--tags-filter=${tags}`] : []),
    ...filters,
  ];
  const child = spawn(NODE_EXECUTABLE, args, {
    cwd: ROOT,
    env: {
      ...env,
      [REPORT_VARIABLE]: file,
      [TAGS_VARIABLE]: tags ?? '',
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    },
    // A group of its own, which is ended as a whole.
    detached: true,
    // The channel ends it when this process is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lastLines: string[] = [];
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silenceMs);
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      say(line);
      timer.refresh();
      if (line.trim() !== '') lastLines.splice(0, lastLines.length - LAST_LINES + 1, line.trim());
    });
  }
  const killGroup = (): void => killProcessGroup(child.pid);
  const stopped = AbortSignal.any([signal, silence.signal]);
  stopped.addEventListener('abort', killGroup, { once: true });
  if (stopped.aborted) killGroup();
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (exitCode, name) => resolve(exitCode ?? name ?? 'unknown'));
  });
  clearTimeout(timer);
  stopped.removeEventListener('abort', killGroup);
  // Workers that it left would keep a core busy.
  killGroup();
  return { code: silence.signal.aborted ? `a silence of ${Math.round(silenceMs / 60_000)} min` : code, lastLines };
}

function killProcessGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

/** @param text undefined when the process wrote no report */
export function parseRunReport(
  text: string | undefined,
  { projects, ended: { code, lastLines } }: { projects: readonly string[]; ended: Ended },
): RunReport {
  const how = `vitest (${projects.join(', ')}) ended with ${code}`;
  if (text === undefined) return { ...emptyReport, deaths: [{ how, lastLines }] };
  const report = VitestProcessReport.parse(JSON.parse(text));
  const isExplained = code === 0 || report.failed.length > 0 || report.outside.length > 0;
  return { ...report, deaths: isExplained ? [] : [{ how, lastLines }] };
}

export const emptyReport: RunReport = { files: [], tests: [], failed: [], outside: [], deaths: [] };

export const withError = (report: RunReport, error: string): RunReport => ({
  ...report,
  outside: [...report.outside, error],
});

export const joinReports = (reports: readonly RunReport[]): RunReport => ({
  files: reports.flatMap(({ files }) => files),
  tests: reports.flatMap(({ tests }) => tests),
  failed: reports.flatMap(({ failed }) => failed),
  outside: reports.flatMap(({ outside }) => outside),
  deaths: reports.flatMap(({ deaths }) => deaths),
});
