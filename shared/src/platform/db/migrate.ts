import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { ConfigError } from '../config.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const OLDEST_POSTGRES = 150_000;
/** Any constant will do; it keeps two starting processes from migrating at once. */
const LOCK = 7_451_190;

/**
 * Brings the database to the current schema and its roles to their rights; safe to run from several processes at once.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 10 });
  try {
    const [row] = await client`select current_setting('server_version_num')::int as version`;
    if (Number(row?.['version']) < OLDEST_POSTGRES) {
      throw new ConfigError('DATABASE_URL: this Postgres is too old; Vigil needs 15 or later');
    }
    await client`select pg_advisory_lock(${LOCK})`;
    // Row-level security holds the owner, too: without a scope a migration of data would change no rows.
    await client`select set_config('app.company', 'all', false)`;
    await migrate(drizzle(client), { migrationsFolder: folder });
    await client.unsafe(await readFile(path.join(folder, 'roles.sql'), 'utf8'));
    await client`select pg_advisory_unlock(${LOCK})`;
  } finally {
    await client.end({ timeout: 2 });
  }
}
