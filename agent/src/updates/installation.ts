import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The name of the one script of a packed agent. */
const SCRIPT_NAME = 'vigil-agent.mjs';

/** The installed program and, below it, the versions that updates have brought. */
export interface Installation {
  readonly folder: string;
  /** Path of the script that the service starts. */
  readonly program: string;
}

/**
 * Environment variables that the installed program sets for the version that it starts: the version, and the folder of
 * the installation.
 */
export const RUNNING_VERSION_VARIABLE = 'VIGIL_RUNS';
const FOLDER_VARIABLE = 'VIGIL_FOLDER';

/** Where this program was installed; null when it was not installed from a package. */
export function findInstallation(script: string, env: NodeJS.ProcessEnv): Installation | null {
  if (basename(script) !== SCRIPT_NAME) return null;
  const folder = env[RUNNING_VERSION_VARIABLE] === undefined ? dirname(script) : env[FOLDER_VARIABLE];
  return folder === undefined ? null : { folder, program: join(folder, SCRIPT_NAME) };
}

export const launchEnvironmentOf = ({ folder }: Installation, version: string): NodeJS.ProcessEnv => ({
  ...process.env,
  [RUNNING_VERSION_VARIABLE]: version,
  [FOLDER_VARIABLE]: folder,
});

export const versionsFolder = ({ folder }: Installation): string => join(folder, 'versions');

const versionFolder = (installation: Installation, version: string): string =>
  join(versionsFolder(installation), version);

export const hasVersion = (installation: Installation, version: string): boolean =>
  existsSync(join(versionFolder(installation, version), SCRIPT_NAME));

/** The paths that start a version: its script, and its own Node or else that of the installed program. */
export function launchCommandOf(installation: Installation, version: string): { node: string; script: string } {
  const folder = versionFolder(installation, version);
  const own = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
  return { node: existsSync(own) ? own : process.execPath, script: join(folder, SCRIPT_NAME) };
}

/** Deletes everything below `versions` that is not kept: versions that failed, former ones, downloads. */
export function pruneVersions(installation: Installation, keep: readonly (string | null)[]): void {
  const folder = versionsFolder(installation);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (!keep.includes(name)) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
}
