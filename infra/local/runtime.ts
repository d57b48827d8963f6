import { fileURLToPath } from 'node:url';
import path from 'node:path';

/** The folder that holds the workspaces. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

// Programs are TypeScript files, which only Node 24 and later runs as they are; the process that imports this module may be an older Node.
const NODE_OF_THE_LOCKFILE = path.join(ROOT, 'node_modules', 'node', 'bin', 'node');
export const NODE = Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : NODE_OF_THE_LOCKFILE;

export const fromRoot = (...parts: string[]): string => path.join(ROOT, ...parts);
