import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The one file of a packed agent. */
const PROGRAM = 'vigil-agent.mjs';

/** The installed program and, below it, the versions that updates have brought. */
export interface Installation {
  readonly folder: string;
  /** The program that the service starts. */
  readonly program: string;
}

/** Set by the installed program for the version that it starts. */
export const RUNS = 'VIGIL_RUNS';
const FOLDER = 'VIGIL_FOLDER';

/** Where this program was installed; null when it was not installed from a package. */
export function findInstallation(script: string, env: NodeJS.ProcessEnv): Installation | null {
  if (basename(script) !== PROGRAM) return null;
  const folder = env[RUNS] === undefined ? dirname(script) : env[FOLDER];
  return folder === undefined ? null : { folder, program: join(folder, PROGRAM) };
}

export const environmentFor = ({ folder }: Installation, version: string): NodeJS.ProcessEnv => ({
  ...process.env,
  [RUNS]: version,
  [FOLDER]: folder,
});

export const versionsFolder = ({ folder }: Installation): string => join(folder, 'versions');

const versionFolder = (installation: Installation, version: string): string =>
  join(versionsFolder(installation), version);

export const hasVersion = (installation: Installation, version: string): boolean =>
  existsSync(join(versionFolder(installation, version), PROGRAM));

/** What runs a version: its own Node, or else that of the installed program. */
export function programOf(installation: Installation, version: string): { node: string; script: string } {
  const folder = versionFolder(installation, version);
  const own = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
  return { node: existsSync(own) ? own : process.execPath, script: join(folder, PROGRAM) };
}

/** Deletes everything below `versions` that is not kept: versions that failed, former ones, downloads. */
export function removeOthers(installation: Installation, keep: readonly (string | null)[]): void {
  const folder = versionsFolder(installation);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (!keep.includes(name)) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
}
