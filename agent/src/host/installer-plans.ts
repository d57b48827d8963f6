import type { ApplicationOrder } from '../executors/executor.ts';

export type CommandLine = readonly [file: string, ...args: string[]];

/**
 * How a file is installed or removed. `name` prints the name of the package in the file, which `run` then takes;
 * without it `run` is the whole plan. `success` are the exit codes that mean so.
 */
export interface InstallPlan {
  readonly name?: CommandLine;
  readonly run: (name: string) => CommandLine;
  readonly success: readonly number[];
}

const OK = [0];
/** Success, and the two codes for success with a restart that is required or has been started. */
const MSI_OK = [0, 3_010, 1_641];

type Plans = { readonly [K in `${ApplicationOrder['kind']} ${ApplicationOrder['action']}`]?: Plan };
type Plan = (file: string, args: readonly string[]) => InstallPlan;

const script: Plan = (file, args) => ({ run: () => [file, ...args], success: OK });

const plans: Partial<Record<NodeJS.Platform, Plans>> = {
  linux: {
    'deb install': (file) => ({ run: () => ['dpkg', '--force-confold', '-i', file], success: OK }),
    'deb uninstall': (file) => ({
      name: ['dpkg-deb', '-f', file, 'Package'],
      run: (name) => ['dpkg', '-r', name],
      success: OK,
    }),
    'rpm install': (file) => ({ run: () => ['rpm', '-U', '--replacepkgs', file], success: OK }),
    'rpm uninstall': (file) => ({
      name: ['rpm', '-qp', '--qf', '%{NAME}', file],
      run: (name) => ['rpm', '-e', name],
      success: OK,
    }),
    'sh install': script,
  },
  darwin: {
    'pkg install': (file) => ({ run: () => ['installer', '-pkg', file, '-target', '/'], success: OK }),
    'sh install': script,
  },
  win32: {
    'msi install': (file) => ({ run: () => ['msiexec.exe', '/i', file, '/qn', '/norestart'], success: MSI_OK }),
    'msi uninstall': (file) => ({ run: () => ['msiexec.exe', '/x', file, '/qn', '/norestart'], success: MSI_OK }),
    'exe install': script,
  },
};

/** The plan for a file on this system, or null. */
export const installPlanFor = (
  { kind, action, install_args }: Pick<ApplicationOrder, 'kind' | 'action' | 'install_args'>,
  file: string,
  platform: NodeJS.Platform = process.platform,
): InstallPlan | null => plans[platform]?.[`${kind} ${action}`]?.(file, install_args) ?? null;

/** What packages may be called; anything else could be read as an option. */
export const isPackageName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9+._-]{0,200}$/u.test(name);
