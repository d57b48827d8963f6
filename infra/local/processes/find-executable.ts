import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/** The first of these programs that is on the PATH, with its full path. */
export async function findExecutable(names: readonly string[]): Promise<string | undefined> {
  // Distributions keep servers in sbin, which ordinary users often lack.
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      if (folder !== '' && (await isExecutable(file))) return file;
    }
  }
  return undefined;
}

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
