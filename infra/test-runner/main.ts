import { availableParallelism } from 'node:os';
import { createStartProgress } from '../local/progress.ts';
import { reasonOf } from '../local/reason-of.ts';
import type { Check } from './checks.ts';
import { recordDurations } from './durations.ts';
import { beginTestRun, dropUnknownVariables } from './environment.ts';
import { openRunLog } from './log.ts';
import { measureMachineSpeed, readCoreSeconds } from './machine-speed.ts';
import { paceLine, paceOf } from './pace.ts';
import { planRun, type TestGroup, type TestRunPlan } from './plan.ts';
import { prepareTestServices } from './prepare.ts';
import { countTests, costLine, failureLine, slowestTestLines, errorSummaryLine, checkSummaryLine } from './report.ts';
import { recordFlaky, runSecondPass, type RerunOutcome } from './second-pass.ts';
import { emptyReport, joinReports, runVitest, withError, type RunReport } from './vitest-run.ts';

const USAGE = `npm test                      all checks, the core tests of whole systems, and all others that are not slow
npm test -- all               every test
npm test -- quick             for each commit: what takes seconds, and the tests beside what changed
npm test -- record            also writes down how long each file took, which decides their order
npm test -- lint unit         only these checks and projects
npm test -- unit infra/local  only the files whose path holds that text, and every test of them`;
// Files with failed tests of whole systems run once more, alone: see second-pass.ts.
const SLOWEST = 10;
// Several times what the longest file takes on two busy cores.
const SILENCE_MS = 15 * 60_000;

const words = process.argv.slice(2);
if (words.some((word) => word.startsWith('-'))) {
  console.log(USAGE);
  process.exit(words.some((word) => word === '--help' || word === '-h') ? 0 : 2);
}
const started = performance.now();
const log = await openRunLog();
const progress = createStartProgress(log.say);
dropUnknownVariables(process.env);
const { TEST_RECORD: record, CI: ci } = process.env;
const stopping = new AbortController();
await using stack = new AsyncDisposableStack();
const testRun = await beginTestRun(log.say);
const plan = await planRun(words);
const speed = await measureMachineSpeed();
const pace = paceOf(speed, availableParallelism());
log.say(`  ${paceLine(speed, pace)}`);
Object.assign(process.env, testRun.env, plan.isAll ? { TEST_SCOPE: 'all' } : {}, {
  MACHINE_FACTOR: String(pace.limitFactor),
  TEST_WORKERS: String(pace.workers),
});
stack.defer(() => testRun.end());
const stop = (): void => {
  stopping.abort();
  void stack.disposeAsync().finally(() => process.exit(130));
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);

const prepared = prepareTests(plan.lanes);
const [tools, report] = await Promise.all([runChecks(plan.checks), runLanes(plan.lanes)]);
const { failed, flaky } = await repeatFailed(report);
await stack.disposeAsync();

const took = ((performance.now() - started) / 1_000).toFixed(0);
const tooFlaky = flaky.length > pace.maxFlaky;
// On a machine of a developer a program may be missing that the test needs; what a release is judged by runs every
// test.
const skippedNames = report.tests
  .filter(({ state }) => state === 'skipped')
  .map(({ file, title }) => `${file} › ${title}`);
const skippedFail = ci !== undefined && ci !== '' && ci !== 'false' ? skippedNames : [];
const passedTotal = tools.passed + countTests(report, 'passed');
const failedTotal =
  tools.failed.length +
  failed.length +
  report.outside.length +
  report.deaths.length +
  skippedFail.length +
  (tooFlaky ? flaky.length : 0);
recordFlaky(flaky, record);
if (plan.recordsDurations) recordDurations(report);
if (report.tests.length > SLOWEST) log.say(`\nslowest tests\n${slowestTestLines(report.tests, SLOWEST).join('\n')}`);
log.say('');
for (const { title, problem } of tools.failed) log.say(`✗ ${title}: ${checkSummaryLine(problem)}`);
for (const { how, lastLines } of report.deaths) log.say([`✗ ${how}`, ...lastLines].join('\n    '));
for (const error of report.outside) log.say(`✗ outside of any test: ${errorSummaryLine(error)}`);
for (const test of failed) log.say(`✗ ${failureLine(test)}`);
for (const name of skippedFail) log.say(`✗ skipped: ${name}`);
for (const test of flaky) log.say(`~ ${failureLine(test)}`);
if (flaky.length > 0) {
  log.say(
    `${flaky.length} flaky (failed, then passed alone)${tooFlaky ? `: more than ${pace.maxFlaky} fail the run` : ''}`,
  );
}
log.say(costLine({ seconds: readCoreSeconds(), speed, isWhole: process.argv.length === 2 }));
log.say(
  `${passedTotal + failedTotal + (tooFlaky ? 0 : flaky.length)} checks and tests in ${took} s, all of it in ${log.file}`,
);
const skipped = skippedNames.length - skippedFail.length;
process.exitCode = failedTotal > 0 ? 1 : 0;
log.say(`${passedTotal} passed, ${failedTotal} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
await log.close();

/** Where the tests find what they share; without tests there is nothing to prepare. */
function prepareTests(lanes: TestRunPlan['lanes']): Promise<NodeJS.ProcessEnv> {
  const projects = lanes.flat().flatMap((group) => group.projects);
  const preparing = projects.length > 0 ? prepareTestServices(projects, { stack, progress }) : Promise.resolve({});
  // A failure is reported where the result is awaited; until then it must not count as unhandled.
  preparing.catch(() => {});
  return preparing;
}

type CheckResults = { passed: number; failed: { title: string; problem: string }[] };

async function runChecks(checks: readonly Check[]): Promise<CheckResults> {
  // It builds what some of them look at.
  await prepared.catch(() => {});
  const results: CheckResults = { passed: 0, failed: [] };
  const waiting = [...checks];
  const lane = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const since = performance.now();
      const problem = await check.run().catch((error: unknown) => `it could not run: ${reasonOf(error)}`);
      const seconds = ((performance.now() - since) / 1_000).toFixed(1);
      if (problem === undefined) results.passed += 1;
      else results.failed.push({ title: check.title, problem });
      log.say(`${problem === undefined ? '✓' : '✗'} ${check.title} · ${seconds} s${problem ? `\n${problem}\n` : ''}`);
    }
  };
  await Promise.all(Array.from({ length: pace.checks }, lane));
  return results;
}

async function runLanes(lanes: TestRunPlan['lanes']): Promise<RunReport> {
  try {
    await prepared;
  } catch (error) {
    return withError(emptyReport, `the tests could not be prepared: ${reasonOf(error)}`);
  }
  const reports: RunReport[] = [];
  const waiting = [...lanes];
  const runLane = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane; lane = waiting.shift())
      for (const group of lane) reports.push(await runGroup(group));
  };
  await Promise.all(Array.from({ length: pace.lanes }, runLane));
  const joined = joinReports(reports);
  const isEmpty = Object.values(joined).every((list) => list.length === 0);
  const filters = lanes.flat().flatMap((group) => group.filters);
  return isEmpty && lanes.length > 0 ? withError(joined, `no test fits ${filters.join(' ')}`) : joined;
}

/** When nothing runs beside them. */
function repeatFailed(first: RunReport): Promise<RerunOutcome> {
  return runSecondPass(first, {
    maxFiles: pace.maxRepeatedFiles,
    repeat: ({ project, file }) => {
      log.say(`\nonce more, alone: ${file}`);
      const tags = plan.lanes.flat().find((group) => group.projects.includes(project))?.tags;
      return runGroup({ projects: [project], filters: [file], tags });
    },
  });
}

async function runGroup(group: TestGroup): Promise<RunReport> {
  const since = performance.now();
  const env = { ...process.env, ...(await prepared) };
  const result = await runVitest({
    ...group,
    env,
    silenceMs: Math.round(SILENCE_MS * pace.limitFactor),
    say: log.say,
    signal: stopping.signal,
  });
  const seconds = Math.round((performance.now() - since) / 1_000);
  log.say(`${group.projects.join(', ')} · ${seconds} s${group.budget ? ` of ${group.budget} s` : ''}`);
  return result;
}
