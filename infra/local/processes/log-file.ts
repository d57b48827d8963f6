import { mkdirSync, openSync, closeSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

// Three files of 10 MB a process: a week of warnings and an hour of debugging, and never a full disk.
const MAX_BYTES = 10 * 1024 * 1024;
const OLDEST = 3;

export type LogFile = { readonly file: string; write(line: string): void } & Disposable;

/** Appends lines to `<dir>/<name>.log`; the full file becomes `.1`, that one `.2`, the oldest goes. */
export function openRotatingLogFile(dir: string, name: string): LogFile {
  mkdirSync(dir, { recursive: true });
  const file = path.join(dir, `${name}.log`);
  let descriptor = openSync(file, 'a', 0o640);
  let bytes = statSync(file).size;
  const rotate = (): void => {
    closeSync(descriptor);
    for (let age = OLDEST - 1; age > 0; age -= 1) moveIfThere(`${file}.${age}`, `${file}.${age + 1}`);
    moveIfThere(file, `${file}.1`);
    descriptor = openSync(file, 'a', 0o640);
    bytes = 0;
  };
  return {
    file,
    write(line) {
      if (bytes > MAX_BYTES) rotate();
      try {
        bytes += writeSync(descriptor, `${line}\n`);
      } catch {
        // A full disk must not end what still runs.
      }
    },
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // There is no such file yet.
  }
}
