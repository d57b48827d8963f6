import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** The agent's persistent state: small named texts. Calls are synchronous, so that nothing is sent before it is stored. */
export interface StateStore {
  read(name: string): string | null;
  /** Replaces the whole text atomically: after a power failure either the old or the new one is there. */
  write(name: string, text: string): void;
  append(name: string, text: string): void;
  remove(name: string): void;
}

const OWNER_ONLY = { folder: 0o700, file: 0o600 };

/** Files of mode 600 in a folder of mode 700. */
export function folderStore(folder: string): StateStore {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
  const pathOf = (name: string) => join(folder, name);
  return {
    read(name) {
      try {
        return readFileSync(pathOf(name), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    write(name, text) {
      const draft = `${pathOf(name)}.new`;
      const file = openSync(draft, 'w', OWNER_ONLY.file);
      try {
        writeSync(file, text);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(draft, pathOf(name));
    },
    append: (name, text) => appendFileSync(pathOf(name), text, { mode: OWNER_ONLY.file }),
    remove: (name) => rmSync(pathOf(name), { force: true }),
  };
}

/** Keeps state as long as the process lives, for tests and simulated devices. */
export function memoryStore(): StateStore {
  const texts = new Map<string, string>();
  return {
    read: (name) => texts.get(name) ?? null,
    write: (name, text) => void texts.set(name, text),
    append: (name, text) => void texts.set(name, (texts.get(name) ?? '') + text),
    remove: (name) => void texts.delete(name),
  };
}
