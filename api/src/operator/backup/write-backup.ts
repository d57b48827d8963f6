import { createWriteStream } from 'node:fs';
import { copyFile, chmod, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import postgres, { type TransactionSql } from 'postgres';
import { CommandLineError } from '../command.ts';
import { columnList, quoted, readSequences, readTables, readUsageDays, type TableShape } from './catalogue.ts';
import { KEYS_FILE, MANIFEST_FILE, sha256Of, tableFileOf, type Manifest } from './manifest.ts';

const OWNER_ONLY = 0o600;

interface Backup {
  readonly url: string;
  readonly folder: string;
  /** The key ring of the API; null leaves it out. */
  readonly keys: string | null;
  readonly at: Date;
}

/**
 * Writes everything that cannot be made again, as it is at one moment: all rows, among them stored files, and the keys.
 */
export async function writeBackup({ url, folder, keys, at }: Backup): Promise<Manifest> {
  await mkdir(path.join(folder, 'tables'), { recursive: true, mode: 0o700 }).catch(refuseUsedFolder(folder));
  if ((await readdir(folder)).length > 1) refuseUsedFolder(folder)();
  const client = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 10 });
  try {
    const copied = await client.begin('isolation level repeatable read read only', async (sql) => {
      await sql`select set_config('app.company', 'all', true)`;
      const tables: Manifest['tables'] = [];
      for (const table of await readTables(sql)) tables.push(await copyTable(sql, folder, table));
      return { tables, sequences: await readSequences(sql), usage_days: await readUsageDays(sql) };
    });
    const kept = keys === null ? null : { sha256: await copyKeys(keys, path.join(folder, KEYS_FILE)) };
    const manifest: Manifest = { format: 1, created_at: at.toISOString(), ...copied, keys: kept };
    await writeDurably(path.join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
    return manifest;
  } finally {
    await client.end({ timeout: 5 });
  }
}

const refuseUsedFolder = (folder: string) => (): never => {
  throw new CommandLineError(`${folder} is not an empty folder`);
};

async function copyTable(sql: TransactionSql, folder: string, table: TableShape): Promise<Manifest['tables'][number]> {
  const file = path.join(folder, tableFileOf(table.name));
  const rows = await sql.unsafe(`copy (select ${columnList(table)} from ${quoted(table.name)}) to stdout`).readable();
  await pipeline(
    rows,
    createGzip({ level: 6 }),
    createWriteStream(file, { mode: OWNER_ONLY, flags: 'wx', flush: true }),
  );
  const [counted] = await sql.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${quoted(table.name)}`);
  const { name, columns } = table;
  return { name, columns: [...columns], rows: counted?.rows ?? 0, sha256: await sha256Of(file) };
}

async function copyKeys(from: string, to: string): Promise<string> {
  await copyFile(from, to);
  await chmod(to, OWNER_ONLY);
  return sha256Of(to);
}

async function writeDurably(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: OWNER_ONLY, flush: true });
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
