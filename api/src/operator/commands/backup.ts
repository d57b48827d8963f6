import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readKeyRing } from '@vigil/shared/platform/key-ring';
import * as z from 'zod';
import { KEYS_FILE, readCheckedManifest } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { CommandLineError, defineOperatorCommand, type OperatorCommand } from '../command.ts';
import { writeKeyRingFiles } from '../key-files.ts';
import type { OperatorDeps } from '../operator.ts';

const NO_KEYS = 'none';
const keysOption = {
  '--keys <file>': 'key file of the API (default: KEYS_FILE, else keys.json); none: it is kept elsewhere',
};
const input = z.object({ folder: z.string().min(1), keys: z.string().min(1).optional() });

const keyFileOf = (given: string | undefined, { env }: OperatorDeps): string | null => {
  const file = given ?? env['KEYS_FILE'] ?? KEYS_FILE;
  return file === NO_KEYS ? null : file;
};

const textOf = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);

/** @throws CommandLineError where there are other keys: agents and sessions trust the present ones */
async function assertKeysReplaceable(file: string, backup: string, force: boolean): Promise<void> {
  const present = await textOf(file);
  if (present !== null && present !== (await textOf(backup)) && !force)
    throw new CommandLineError(`${file} has other keys: --force replaces them`);
}

export const backupCommands: readonly OperatorCommand[] = [
  defineOperatorCommand({
    name: 'backup',
    summary: 'write all data, stored files and keys into an empty folder, while the servers run',
    args: ['folder'],
    options: keysOption,
    input,
    async run({ folder, keys }, operator) {
      const at = new Date(operator.now());
      const { tables, keys: kept } = await writeBackup({
        url: operator.config.DATABASE_URL,
        folder,
        keys: keyFileOf(keys, operator),
        at,
      });
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      return { written: folder, tables: tables.length, rows, keys: kept === null ? 0 : 1 };
    },
  }),
  defineOperatorCommand({
    name: 'restore',
    summary: 'put a backup into an empty installation (DATABASE_URL of the owner, servers stopped, Redis empty)',
    args: ['folder'],
    options: { ...keysOption, '--force': 'replace the data and keys that are there' },
    input: input.extend({ force: z.boolean().default(false) }),
    async run({ folder, keys, force }, operator) {
      const manifest = await readCheckedManifest(folder);
      const file = manifest.keys && keyFileOf(keys, operator);
      const backup = path.join(folder, KEYS_FILE);
      if (file !== null) await assertKeysReplaceable(file, backup, force);
      await restoreBackup({ url: operator.config.DATABASE_URL, folder, manifest, force });
      if (file !== null) await writeKeyRingFiles(file, await readKeyRing(backup));
      return { restored: folder, created_at: manifest.created_at, keys: file };
    },
  }),
];
