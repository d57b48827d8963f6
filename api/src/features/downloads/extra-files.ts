import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DownloadableFile } from '@vigil/shared/contract/http/downloads';

/**
 * What an installation of its own does not offer: the system checker, agents for Android and the manual of the web
 * console.
 */
const NOT_IN_STANDALONE = /^(?:system-checker|android-agent|web-manager-manual)/iu;

export type ExtraFile = Omit<DownloadableFile, 'url'>;

/** Lists the files that an operator puts into a folder, in the order of their names; empty while there is no folder. */
export function createExtraFileLister(folder: string, { standalone }: { standalone: boolean }) {
  // Files of many megabytes are read once, and again when they change.
  const sums = new Map<string, { readonly version: string; readonly sha256: Promise<string> }>();

  const describe = async (file_name: string): Promise<ExtraFile> => {
    const file = path.join(folder, file_name);
    const { size, mtimeMs } = await stat(file);
    const version = `${size} ${mtimeMs}`;
    let sum = sums.get(file_name);
    if (sum?.version !== version) {
      sum = { version, sha256: hashOf(file) };
      sums.set(file_name, sum);
      // What could not be read once is tried again.
      sum.sha256.catch(() => sums.delete(file_name));
    }
    const of = { kind: 'extra', dev_os_id: 0, arch: null, needs_node: null, lang: null } as const;
    return { id: `extra-${file_name}`, ...of, file_name, size, sha256: await sum.sha256 };
  };

  /** Folders, links and hidden files are left out. */
  return async (): Promise<ExtraFile[]> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const names = entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .filter((name) => !standalone || !NOT_IN_STANDALONE.test(name));
    const described = await Promise.allSettled(names.toSorted().map(describe));
    // A file may be removed, or not be readable, while the list is made.
    return described.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
