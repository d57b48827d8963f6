import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder that holds the workspaces. This module may be a part of a bundle, which lies elsewhere below it. */
export const ROOT = rootAbove(import.meta.dirname);

function rootAbove(folder: string): string {
  const parent = path.dirname(folder);
  const isRoot = existsSync(path.join(folder, 'infra', 'local', 'bootstrap.mjs'));
  return isRoot || parent === folder ? folder : rootAbove(parent);
}

// Programs are TypeScript files, which only Node 24 and later runs as they are; the process that imports this module
// may be an older Node.
const NODE_OF_THE_LOCKFILE = path.join(ROOT, 'node_modules', 'node', 'bin', 'node');
export const NODE_EXECUTABLE =
  Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : NODE_OF_THE_LOCKFILE;

export const fromRoot = (...parts: string[]): string => path.join(ROOT, ...parts);
