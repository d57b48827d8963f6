import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { bundleWhenStale } from '../bundles/bundle-when-stale.ts';

import { CHECKS, type Check } from './test-checks.ts';
import { ensureChromium, ensureFonts, ensureXvfb } from './chromium.ts';
import { freePort } from './ports.ts';
import { startLocalPostgres } from './postgres.ts';
import { createProgress, type Progress } from './progress.ts';
import { findRedisProgram } from './redis-program.ts';
import { reasonOf } from './reason-of.ts';
import { MAX_FLAKY, recordFlaky, runSecondPass, type Verdict } from './second-pass.ts';
import { countOf, failureLine, slowest, summaryOf, type TestReport } from './test-report.ts';
import { emptyReport, joinReports, runVitest, withError } from './vitest-run.ts';

// npm test                     everything
// npm test -- lint unit        only these checks and projects
// npm test -- unit infra/local only the files whose path holds that text
// Files with failed tests of whole systems run once more, alone: see second-pass.ts.
// The lanes run side by side, the groups of a lane one after the other. Tests that kill things mostly wait, so they have a
// lane of their own; what keeps both cores busy shares the other one.
const LANES = [[['resilience']], [['unit', 'web', 'integration'], ['browser']]];
const PROJECTS = LANES.flat(2);
const CORES = 2;
const SLOWEST = 10;

const progress = createProgress((line) => console.log(line));
const chosen = process.argv.slice(2);
const names = new Set([...CHECKS.map((check) => check.name), ...PROJECTS]);
const wanted = chosen.filter((word) => names.has(word));
const filters = chosen.filter((word) => !names.has(word));
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

await using stack = new AsyncDisposableStack();
const stop = (): void => void stack.disposeAsync().finally(() => process.exit(130));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

const started = performance.now();
const tools = await runChecks(CHECKS.filter((check) => isWanted(check.name)));
const { report, failed, flaky } = await runTests(PROJECTS.filter(isWanted));
await stack.disposeAsync();

const took = ((performance.now() - started) / 1_000).toFixed(0);
const tooFlaky = flaky.length > MAX_FLAKY;
const passedTotal = tools.passed + countOf(report, 'passed');
const failedTotal = tools.failed.length + failed.length + report.outside.length + (tooFlaky ? flaky.length : 0);
const skipped = countOf(report, 'skipped');
recordFlaky(flaky, process.env['TEST_RECORD']);
if (report.tests.length > SLOWEST) console.log(`\nslowest tests\n${slowest(report.tests, SLOWEST).join('\n')}`);
console.log('');
for (const { title, problem } of tools.failed) console.log(`✗ ${title}: ${summaryOf(problem)}`);
for (const error of report.outside) console.log(`✗ outside of any test: ${summaryOf(error)}`);
for (const test of failed) console.log(`✗ ${failureLine(test)}`);
for (const test of flaky) console.log(`~ ${failureLine(test)}`);
if (flaky.length > 0) {
  console.log(
    `${flaky.length} flaky (failed, then passed alone)${tooFlaky ? `: more than ${MAX_FLAKY} fail the run` : ''}`,
  );
}
console.log(`${passedTotal + failedTotal + (tooFlaky ? 0 : flaky.length)} checks and tests in ${took} s`);
if (skipped > 0) console.log(`${skipped} tests were skipped`);
process.exitCode = failedTotal > 0 ? 1 : 0;
console.log(`${passedTotal} passed, ${failedTotal} failed`);

type CheckResults = { passed: number; failed: { title: string; problem: string }[] };

async function runChecks(checks: readonly Check[]): Promise<CheckResults> {
  const results: CheckResults = { passed: 0, failed: [] };
  const waiting = [...checks];
  const lane = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const since = performance.now();
      const problem = await check.run().catch((error: unknown) => `it could not run: ${reasonOf(error)}`);
      const seconds = ((performance.now() - since) / 1_000).toFixed(1);
      if (problem === undefined) results.passed += 1;
      else results.failed.push({ title: check.title, problem });
      console.log(
        `${problem === undefined ? '✓' : '✗'} ${check.title} · ${seconds} s${problem ? `\n${problem}\n` : ''}`,
      );
    }
  };
  await Promise.all(Array.from({ length: CORES }, lane));
  return results;
}

async function runTests(projects: readonly string[]): Promise<Verdict & { report: TestReport }> {
  const withoutTests = (error: string) => ({ report: withError(emptyReport, error), failed: [], flaky: [] });
  if (projects.length === 0) return { report: emptyReport, failed: [], flaky: [] };
  try {
    const env = { ...process.env, ...(await prepare(projects, progress)) };
    const runLane = async (groups: readonly (readonly string[])[]): Promise<TestReport[]> => {
      const reports: TestReport[] = [];
      for (const group of groups) {
        const chosenOnes = group.filter((project) => projects.includes(project));
        if (chosenOnes.length > 0) reports.push(await runVitest({ projects: chosenOnes, filters, env }));
      }
      return reports;
    };
    const joined = joinReports((await Promise.all(LANES.map(runLane))).flat());
    if (joined.tests.length + joined.failed.length + joined.outside.length === 0) {
      return withoutTests(`no test fits ${filters.join(' ')}`);
    }
    const verdict = await runSecondPass(joined, ({ project, file }) => {
      console.log(`\nonce more, alone: ${file}`);
      return runVitest({ projects: [project], filters: [file], env });
    });
    return { report: joined, ...verdict };
  } catch (error) {
    return withoutTests(`the tests could not be prepared: ${reasonOf(error)}`);
  }
}

/** Installs the missing programs that the tests need; one after the other, because apt takes a lock. */
async function prepare(projects: readonly string[], { step }: Progress): Promise<NodeJS.ProcessEnv> {
  // Built once, before tests that start processes at the same moment ask for them.
  if (projects.some((project) => project !== 'web')) await step('programs', (note) => bundleWhenStale(note));
  const needsServices = projects.some((project) => project !== 'unit' && project !== 'web');
  if (!needsServices) return {};
  await step('Redis', async (note) => note(await findRedisProgram(progress.say)));
  const env: NodeJS.ProcessEnv = { TEST_DATABASE_URL: await step('Postgres', startSharedPostgres) };
  await step('Xvfb', async (note) => note(await ensureXvfb()));
  if (projects.includes('browser')) {
    await step('fonts', async (note) => note(await ensureFonts()));
    env['CHROMIUM_PATH'] = await step('Chromium', async (note) => {
      const program = await ensureChromium();
      note(program);
      return program;
    });
  }
  return env;
}

async function startSharedPostgres(): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), 'vigil-test-'));
  stack.defer(() => rm(home, { recursive: true, force: true }));
  const secret = (): string => randomBytes(16).toString('hex');
  const server = stack.use(
    await startLocalPostgres({
      dir: path.join(home, 'postgres'),
      port: await freePort(),
      passwords: { admin: secret(), owner: secret() },
      durable: false,
      onLine: () => {},
    }),
  );
  return server.adminUrl;
}
