import { findProgram } from './find-program.ts';
import { StartProblem } from './start-problem.ts';
import { installHint, installPackages } from './system-packages.ts';

const PROGRAMS = ['redis-server', 'valkey-server'];
const PACKAGES = { apt: ['redis-server'], dnf: ['valkey'], apk: ['valkey'], brew: ['redis'] };

/** A Redis to run: what is on the PATH, else what the system's package manager gives. */
export async function findRedisProgram(say: (line: string) => void): Promise<string> {
  const found = await findProgram(PROGRAMS);
  if (found) return found;
  say('Redis is not here: installing it with the system’s package manager');
  const installed = await installPackages(PACKAGES, () => {});
  const program = await findProgram(PROGRAMS);
  if (program) return program;
  const hint = await installHint(PACKAGES);
  const reason = installed.ok ? 'its package holds no redis-server' : installed.reason;
  const how = hint === '' ? 'install Redis 7 or Valkey' : `run: ${hint}`;
  throw new StartProblem(`Redis is missing and could not be installed (${reason}): ${how}, or give REDIS_URL`);
}
