import { sql } from 'drizzle-orm';
import type { Log } from '../log.ts';
import type { CompanyDatabase } from './client.ts';

/**
 * Warns when the role of this connection is not held to one company: it owns the tables, or is that of the system.
 * Fails with a line of the log only, since a start must not depend on Postgres.
 */
export async function warnOfWideRole(database: CompanyDatabase, log: Log): Promise<void> {
  try {
    if (await seesAllCompanies(database))
      log.warn('the role of DATABASE_URL is not that of the API: a flaw in the API opens all companies');
  } catch (error) {
    log.debug({ err: error }, 'the rights of the role of DATABASE_URL are not known');
  }
}

const seesAllCompanies = (database: CompanyDatabase): Promise<boolean> =>
  database.outsideCompany(async (tx) => {
    const [row] = await tx.execute<{ sees: boolean }>(
      sql`select pg_has_role(current_user, relowner, 'member') or exists (
            select from pg_policy, unnest(polroles) as holder
            where polrelid = pg_class.oid and polname = 'system_scope' and pg_has_role(current_user, holder, 'member')
          ) as sees
          from pg_class where oid = to_regclass('companies')`,
    );
    return row?.sees ?? false;
  });
