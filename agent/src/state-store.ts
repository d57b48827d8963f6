import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * The agent's persistent state: small named texts. Calls are synchronous, so that nothing is sent before it is stored.
 */
export interface StateStore {
  read(name: string): string | null;
  /** Replaces the whole text atomically: after a power failure either the old or the new one is there. */
  write(name: string, text: string): void;
  /** With `isDurable`, it is there after a power failure as well. */
  append(name: string, text: string, how?: { readonly isDurable: boolean }): void;
  remove(name: string): void;
}

const OWNER_ONLY = { folder: 0o700, file: 0o600 };

/**
 * Files of mode 600 in a folder of mode 700. `sync` waits until what was written to a file or folder is on the disk.
 */
export function folderStore(folder: string, sync: (file: number) => void = fsyncSync): StateStore {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
  const pathOf = (name: string) => join(folder, name);
  /** That a file has its name is on the disk only with its folder. Windows has no such call, and does it by itself. */
  const syncFolder = () => {
    if (process.platform === 'win32') return;
    const file = openSync(folder, 'r');
    try {
      sync(file);
    } finally {
      closeSync(file);
    }
  };
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
        sync(file);
      } finally {
        closeSync(file);
      }
      renameSync(draft, pathOf(name));
      syncFolder();
    },
    append(name, text, { isDurable } = { isDurable: false }) {
      const isNew = isDurable && !existsSync(pathOf(name));
      const file = openSync(pathOf(name), 'a', OWNER_ONLY.file);
      try {
        writeSync(file, text);
        if (isDurable) sync(file);
      } finally {
        closeSync(file);
      }
      if (isNew) syncFolder();
    },
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
