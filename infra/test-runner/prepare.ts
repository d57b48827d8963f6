import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { bundleWhenStale } from '../bundles/bundle-when-stale.ts';
import { startLocalPostgres, type LocalPostgres } from '../local/postgres/postgres.ts';
import { makeThrowawayFolder } from '../local/postgres/throwaway-folder.ts';
import { ensureChromium, ensureCjkFonts, ensureXterm, ensureXvfb } from '../local/processes/chromium.ts';
import { pickFreePort } from '../local/processes/ports.ts';
import { runToEnd } from '../local/processes/run.ts';
import type { StartProgress } from '../local/progress.ts';
import { ensureRedis } from '../local/redis/find-redis-program.ts';
import { buildWebWhenStale } from '../local/servers/web-client.ts';

/** Their tests need neither Postgres nor Redis beside them. */
const WITHOUT_SERVICES = new Set(['unit', 'machine', 'web', 'components']);
const IN_CHROMIUM = new Set(['browser', 'components']);

/**
 * Installs the missing programs that the tests need, one after the other, because apt takes a lock, and starts what
 * they share.
 * @returns the environment by which the tests find them
 */
export async function prepareTestServices(
  projects: readonly string[],
  { stack, progress: { step, say } }: { stack: AsyncDisposableStack; progress: StartProgress },
): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = {};
  // Built once, before tests that start processes at the same moment ask for them.
  if (projects.some((project) => project !== 'web')) await step('programs', (note) => bundleWhenStale(note));
  if (projects.some((project) => IN_CHROMIUM.has(project))) {
    env['CHROMIUM_PATH'] = await step('Chromium', async (note) => {
      const program = await ensureChromium();
      note(await versionOf(program));
      return program;
    });
  }
  if (projects.every((project) => WITHOUT_SERVICES.has(project))) return env;
  await step('Redis', async (note) => note(await versionOf(await ensureRedis(say))));
  const home = await makeThrowawayFolder();
  stack.defer(() => rm(home, { recursive: true, force: true }));
  env['TEST_DATABASE_URL'] = stack.use(await step('Postgres', () => startSharedPostgres(home))).adminUrl;
  await step('Xvfb', async (note) => note(await ensureXvfb()));
  await step('xterm', async (note) => note(await ensureXterm()));
  if (projects.includes('browser')) {
    await step('web client', buildWebWhenStale);
    await step('fonts', async (note) => note(await ensureCjkFonts()));
  }
  return env;
}

/** Where a program is and what it calls itself: its version differs from machine to machine. */
async function versionOf(program: string): Promise<string> {
  const { stdout } = await runToEnd(program, ['--version']);
  return `${/[\w ]*?v?=?\d+(?:\.\d+)+/u.exec(stdout)?.[0].trim() ?? 'without a version'}, ${program}`;
}

async function startSharedPostgres(home: string): Promise<LocalPostgres> {
  const secret = (): string => randomBytes(16).toString('hex');
  return startLocalPostgres({
    dir: path.join(home, 'postgres'),
    port: await pickFreePort(),
    passwords: { admin: secret(), owner: secret() },
    durable: false,
    onLine: () => {},
  });
}
