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
import { failuresText, runVitest, slowest, sumOf, type Count, type Outcome } from './vitest-run.ts';

// npm test                     everything
// npm test -- lint unit        only these checks and projects
// npm test -- unit infra/local only the files whose path holds that text
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
const { count: tests, timings, failures } = await runTests(PROJECTS.filter(isWanted));
await stack.disposeAsync();

const took = ((performance.now() - started) / 1_000).toFixed(0);
if (timings.length > SLOWEST) console.log(`\nslowest tests\n${slowest(timings, SLOWEST).join('\n')}`);
if (failures.length > 0) console.log(`\nfailed tests\n${failuresText(failures)}`);
console.log(`\n${tools.passed + tools.failed} tool checks and ${tests.passed + tests.failed} tests in ${took} s`);
if (tests.skipped > 0) console.log(`${tests.skipped} tests were skipped`);
const failed = tools.failed + tests.failed;
process.exitCode = failed > 0 ? 1 : 0;
console.log(`${tools.passed + tests.passed} passed, ${failed} failed`);

async function runChecks(checks: readonly Check[]): Promise<Count> {
  const count: Count = { passed: 0, failed: 0, skipped: 0 };
  const waiting = [...checks];
  const lane = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const since = performance.now();
      const problem = await check.run().catch((error: unknown) => `it could not run: ${reasonOf(error)}`);
      const seconds = ((performance.now() - since) / 1_000).toFixed(1);
      if (problem === undefined) count.passed += 1;
      else count.failed += 1;
      console.log(
        `${problem === undefined ? '✓' : '✗'} ${check.title} · ${seconds} s${problem ? `\n${problem}\n` : ''}`,
      );
    }
  };
  await Promise.all(Array.from({ length: CORES }, lane));
  return count;
}

function withoutTests(errors: number): Outcome {
  return { count: { passed: 0, failed: errors, skipped: 0 }, timings: [], failures: [] };
}

async function runTests(projects: readonly string[]): Promise<Outcome> {
  if (projects.length === 0) return withoutTests(0);
  try {
    const env = { ...process.env, ...(await prepare(projects, progress)) };
    const runLane = async (groups: readonly (readonly string[])[]): Promise<Outcome[]> => {
      const outcomes: Outcome[] = [];
      for (const group of groups) {
        const chosenOnes = group.filter((project) => projects.includes(project));
        if (chosenOnes.length > 0) outcomes.push(await runVitest({ projects: chosenOnes, filters, env }));
      }
      return outcomes;
    };
    const outcomes = (await Promise.all(LANES.map(runLane))).flat();
    const sum = sumOf(outcomes.map(({ count }) => count));
    if (sum.passed + sum.failed + sum.skipped > 0) {
      return {
        count: sum,
        timings: outcomes.flatMap((outcome) => outcome.timings),
        failures: outcomes.flatMap((outcome) => outcome.failures),
      };
    }
    console.log(`✗ no test fits ${filters.join(' ')}`);
    return withoutTests(1);
  } catch (error) {
    console.log(`✗ the tests could not be prepared: ${reasonOf(error)}`);
    return withoutTests(1);
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
