import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../local/runtime.ts';

/** Of the last runs, with everything that they printed. */
const FOLDER = path.join(ROOT, 'tests', '.out');
const NAME = /^test-.*\.log$/u;
const KEPT = 5;

export type RunLog = {
  /** Relative to the repository. */
  readonly file: string;
  /** Prints a line and keeps it. */
  say(line: string): void;
  /** Resolves when the file is complete. */
  close(): Promise<void>;
};

export async function openRunLog(): Promise<RunLog> {
  await mkdir(FOLDER, { recursive: true });
  const old = (await readdir(FOLDER)).filter((name) => NAME.test(name)).toSorted();
  await Promise.all(old.slice(0, -(KEPT - 1)).map((name) => rm(path.join(FOLDER, name), { force: true })));
  // Two runs in one checkout that begin in the same second have a file each.
  const file = path.join(
    FOLDER,
    `test-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}-${process.pid}.log`,
  );
  const stream = createWriteStream(file);
  return {
    file: path.relative(ROOT, file),
    say(line) {
      console.log(line);
      stream.write(`${stripVTControlCharacters(line)}\n`);
    },
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}
