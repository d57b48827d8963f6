import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { runToEnd } from '../processes/run.ts';
import { StartProblem } from '../start-problem.ts';

/** How to run Postgres, which refuses to run as root: `launch` turns a program into what is really spawned. */
export type PostgresLauncher = {
  identity: { uid: number; gid: number } | undefined;
  launch(program: string, args: readonly string[]): { command: string; args: string[] };
};

export const NOBODY = { uid: 65_534, gid: 65_534 };
const CAPABILITY_BITS = { dac_read_search: 2n, dac_override: 1n } as const;

/** @param paths what Postgres must reach: its binaries and its data. */
export async function choosePostgresLauncher(paths: readonly string[]): Promise<PostgresLauncher> {
  const plain = (program: string, args: readonly string[]) => ({ command: program, args: [...args] });
  if (process.getuid?.() !== 0) return { identity: undefined, launch: plain };
  const reachable = await Promise.all(paths.map(isOpenToAll));
  if (!reachable.includes(false)) return { identity: NOBODY, launch: plain };
  const prefix = await setprivPrefix(paths);
  const launch = (program: string, args: readonly string[]) => ({
    command: 'setpriv',
    args: [...prefix, program, ...args],
  });
  // setpriv changes the identity itself: it has to be root until it has granted the capability.
  return { identity: undefined, launch };
}

// The unprivileged account cannot enter a clone under /root (mode 700). A capability lets it, so that no folder outside
// the clone needs another mode.
async function setprivPrefix(paths: readonly string[]): Promise<string[]> {
  const closed = new StartProblem(
    `Postgres may not run as root and no other user can reach ${paths.join(' or ')}: move the folder (to /opt, say), or give DATABASE_URL`,
  );
  const { code } = await runToEnd('setpriv', ['--version']);
  const capability = await firstCapability();
  if (code !== 0 || !capability) throw closed;
  return [
    `--reuid=${NOBODY.uid}`,
    `--regid=${NOBODY.gid}`,
    '--clear-groups',
    // Without it access(2), by which initdb looks for its own binaries, ignores the capability.
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ];
}

// Containers often lack dac_read_search and keep dac_override.
async function firstCapability(): Promise<keyof typeof CAPABILITY_BITS | undefined> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/mu.exec(status)?.[1] ?? '0'}`);
  return (['dac_read_search', 'dac_override'] as const).find((name) => (effective >> CAPABILITY_BITS[name]) & 1n);
}

/** Whether every folder on the way may be entered by everybody. */
async function isOpenToAll(target: string): Promise<boolean> {
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    // The data folder itself is handed over to the other user, so only what is above it counts.
    const own = folder === path.resolve(target);
    if (found?.isDirectory() && !own && (found.mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
