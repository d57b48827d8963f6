import { sql } from 'drizzle-orm';
import type { CompanyDatabase } from './client.ts';
import journal from './migrations/meta/_journal.json' with { type: 'json' };

const newest = Math.max(...journal.entries.map(({ when }) => when));

/**
 * A newer schema is fine: while servers are replaced, both versions run on it.
 * @throws Error when a migration of this version is missing
 */
export async function assertSchemaCurrent(database: Pick<CompanyDatabase, 'readOutside'>): Promise<void> {
  const [row] = await database.readOutside((tx) =>
    tx.execute<{ last: string | null }>(sql`select max(created_at) as last from drizzle.__drizzle_migrations`),
  );
  if (Number(row?.last ?? 0) < newest) throw new Error('the database is on an older schema');
}
