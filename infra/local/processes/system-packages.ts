import { findExecutable } from './find-executable.ts';
import { runToEnd } from './run.ts';

/** What a package is called by each package manager; a manager that is missing here cannot give it. */
export type PackageNames = { apt?: string[]; dnf?: string[]; apk?: string[]; brew?: string[] };

type Manager = keyof PackageNames;
type Step = readonly string[];

const PROGRAMS: Record<Manager, string> = { apt: 'apt-get', dnf: 'dnf', apk: 'apk', brew: 'brew' };

const STEPS: Record<Manager, (names: string[]) => Step[]> = {
  apt: (names) => [
    ['apt-get', 'update', '-q'],
    ['apt-get', 'install', '-q', '-y', '--no-install-recommends', ...names],
  ],
  dnf: (names) => [['dnf', 'install', '-y', ...names]],
  apk: (names) => [['apk', 'add', ...names]],
  brew: (names) => [['brew', 'install', ...names]],
};

export type InstallResult = { ok: true } | { ok: false; reason: string };

/** Installs packages with the system's package manager, when this user may do that without being asked anything. */
export async function installPackages(names: PackageNames, onOutput: (text: string) => void): Promise<InstallResult> {
  const manager = await findManager(names);
  if (!manager) return { ok: false, reason: 'no package manager that I know has it' };
  const prefix = manager === 'brew' ? [] : await rootPrefix();
  if (!prefix) return { ok: false, reason: `${PROGRAMS[manager]} needs root, or sudo without a password` };
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  let failed = '';
  for (const step of STEPS[manager](names[manager] ?? [])) {
    const [command = '', ...args] = [...prefix, ...step];
    const { code, stderr } = await runToEnd(command, args, { env, onOutput });
    // A list that could not be refreshed may still hold the package: only the last step decides.
    failed =
      code === 0 ? '' : `${step.slice(0, 2).join(' ')}: ${stderr.trim().split('\n').at(-1) ?? `ended with ${code}`}`;
  }
  return failed === '' ? { ok: true } : { ok: false, reason: failed };
}

/** The command that a person would type to install it here. */
export async function installHint(names: PackageNames): Promise<string> {
  const manager = await findManager(names);
  if (!manager) return '';
  const step = STEPS[manager](names[manager] ?? []).at(-1) ?? [];
  return [...(manager === 'brew' ? [] : ['sudo']), ...step].join(' ');
}

async function findManager(names: PackageNames): Promise<Manager | undefined> {
  for (const manager of ['apt', 'dnf', 'apk', 'brew'] as const) {
    if (names[manager] && (await findExecutable([PROGRAMS[manager]]))) return manager;
  }
  return undefined;
}

async function rootPrefix(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  const { code } = await runToEnd('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n', 'env', 'DEBIAN_FRONTEND=noninteractive'] : undefined;
}
