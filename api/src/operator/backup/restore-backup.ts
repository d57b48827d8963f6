import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { migrateDatabase } from '@vigil/shared/platform/db/migrate';
import postgres, { type TransactionSql } from 'postgres';
import { CommandLineError } from '../command.ts';
import { columnList, quoted, readTables, readUsageDays } from './catalogue.ts';
import { tableFileOf, type Manifest } from './manifest.ts';

interface Restore {
  /** As the owner of the tables. */
  readonly url: string;
  readonly folder: string;
  readonly manifest: Manifest;
  /** Replaces what is there. */
  readonly force: boolean;
}

/**
 * Puts the rows of a backup into an empty database, in one transaction: all of it is there afterwards, or nothing has
 * changed.
 */
export async function restoreBackup({ url, folder, manifest, force }: Restore): Promise<void> {
  await migrateDatabase(url);
  const client = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 10 });
  try {
    await client.begin(async (sql) => {
      await sql`select set_config('app.company', 'all', true)`;
      await assertSameVersion(sql, manifest);
      await emptyTables(sql, manifest, force);
      await withoutProtection(sql, manifest, async () => {
        const present = new Set(await readUsageDays(sql));
        for (const day of manifest.usage_days)
          if (!present.has(day)) await sql`select add_usage_partition(${day}::date)`;
        for (const table of manifest.tables) {
          const into = await sql.unsafe(`copy ${quoted(table.name)} (${columnList(table)}) from stdin`).writable();
          await pipeline(createReadStream(path.join(folder, tableFileOf(table.name))), createGunzip(), into);
        }
      });
      for (const { name, value } of manifest.sequences)
        await sql`select setval(${`public.${quoted(name)}`}::regclass, ${value}::bigint)`;
      await assertRestored(sql, manifest);
    });
  } finally {
    await client.end({ timeout: 5 });
  }
}

async function assertSameVersion(sql: TransactionSql, { tables }: Manifest): Promise<void> {
  const shapeOf = (rows: readonly { name: string; columns: readonly string[] }[]) =>
    rows.map(({ name, columns }) => `${name}(${columns.join()})`).join(' ');
  if (shapeOf(await readTables(sql)) !== shapeOf(tables))
    throw new CommandLineError(
      'the backup was made by another version: restore it with that version, then run "npm run migrate" of this one',
    );
}

async function emptyTables(sql: TransactionSql, { tables }: Manifest, force: boolean): Promise<void> {
  const all = tables.map(({ name }) => quoted(name));
  if (force) return void (await sql.unsafe(`truncate ${all.join(', ')}`));
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ used: boolean }[]>(`select exists (select from ${quoted(name)}) as used`);
    if (row?.used) throw new CommandLineError(`the database is not empty (${name}): --force replaces what is there`);
  }
}

/**
 * Postgres copies into no table whose rows are isolated, and rows come before those that they refer to. The protection
 * is back, and has checked the rows, before the transaction ends.
 */
async function withoutProtection(sql: TransactionSql, { tables }: Manifest, work: () => Promise<void>): Promise<void> {
  const keys = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`;
  const forced = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relforcerowsecurity`;
  const each = async (names: readonly string[], change: string) => {
    for (const name of names) await sql.unsafe(`alter table ${quoted(name)} ${change}`);
  };
  const isolated = forced.map(({ name }) => name);
  const names = tables.map(({ name }) => name);
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${quoted(name)}`);
  await each(isolated, 'no force row level security');
  await each(names, 'disable trigger user');
  await work();
  await each(names, 'enable trigger user');
  for (const { table, name, definition } of keys)
    await sql.unsafe(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  // The partitions that were added meanwhile have theirs.
  await each(isolated, 'force row level security');
}

async function assertRestored(sql: TransactionSql, { tables }: Manifest): Promise<void> {
  for (const { name, rows } of tables) {
    const [row] = await sql.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${quoted(name)}`);
    if (row?.rows !== rows) throw new Error(`${name} has ${row?.rows} rows instead of ${rows}`);
  }
}
