import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const NOT_SOURCES = new Set(['node_modules', 'dist', '.data']);

/** One hash over the names and contents of all files in these folders (or of these files). */
export async function hashFiles(roots: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const root of roots) {
    for (const file of (await filesBelow(root)).toSorted())
      hash
        .update(file)
        .update('\0')
        .update(await readFile(file));
  }
  return hash.digest('hex');
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => undefined);
  if (!entries) return [root];
  const wanted = entries.filter(({ name }) => !NOT_SOURCES.has(name));
  const found = await Promise.all(
    wanted.map(async (entry) => {
      const file = path.join(root, entry.name);
      return entry.isDirectory() ? await filesBelow(file) : [file];
    }),
  );
  return found.flat();
}
