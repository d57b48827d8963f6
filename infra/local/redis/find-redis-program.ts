import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { findExecutable } from '../processes/find-executable.ts';
import { runToEnd } from '../processes/run.ts';
import { installHint, installPackages } from '../processes/system-packages.ts';
import { fromRoot } from '../runtime.ts';
import { StartProblem } from '../start-problem.ts';

const PROGRAMS = ['redis-server', 'valkey-server'];
// Debian's redis-server starts a service of its own as soon as it is installed; redis-tools holds the same program.
const PACKAGES = { apt: ['redis-tools'], dnf: ['valkey'], apk: ['valkey'], brew: ['redis'] };
const HINT = { ...PACKAGES, apt: ['redis-server'] };

/** A Redis to run: what is on the PATH, else what the system's package manager gives. */
export async function ensureRedis(say: (line: string) => void): Promise<string> {
  const found = (await findExecutable(PROGRAMS)) ?? (await serverFromToolsPackage());
  if (found) return found;
  say('  Redis is not here: installing it with the system’s package manager');
  const installed = await installPackages(PACKAGES, () => {});
  const program = (await findExecutable(PROGRAMS)) ?? (await serverFromToolsPackage());
  if (program) return program;
  const hint = await installHint(HINT);
  const reason = installed.ok ? 'its package holds no redis-server' : installed.reason;
  const how = hint === '' ? 'install Redis 7 or Valkey' : `run: ${hint}`;
  throw new StartProblem(`Redis is missing and could not be installed (${reason}): ${how}, or give REDIS_URL`);
}

// The Redis programs are one executable; called under the name redis-server, it starts the server.
async function serverFromToolsPackage(): Promise<string | undefined> {
  const tool = await findExecutable(['redis-check-rdb']);
  if (!tool) return undefined;
  const link = fromRoot('node_modules', '.vigil-bin', 'redis-server');
  await mkdir(path.dirname(link), { recursive: true });
  await symlink(tool, link).catch(() => {});
  const { stdout } = await runToEnd(link, ['--version']);
  return stdout.startsWith('Redis server') ? link : undefined;
}
