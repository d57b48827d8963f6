import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const NOT_SOURCES = new Set(['node_modules', 'dist', '.data', 'testing']);
const TEST = /\.test\.tsx?$/u;

/** One hash over the names and contents of all files in these folders (or of these files), tests apart. */
export async function hashSources(roots: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const root of roots) {
    // Relative, so that a folder that was moved has not changed.
    const named = (await filesBelow(root)).map((file) => ({ file, name: path.relative(path.dirname(root), file) }));
    for (const { file, name } of named.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      hash.update(`${name}\0`).update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => undefined);
  if (!entries) return [root];
  const wanted = entries.filter(({ name }) => !NOT_SOURCES.has(name) && !TEST.test(name));
  const found = await Promise.all(
    wanted.map(async (entry) => {
      const file = path.join(root, entry.name);
      return entry.isDirectory() ? await filesBelow(file) : [file];
    }),
  );
  return found.flat();
}
