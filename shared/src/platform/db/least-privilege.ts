import { sql } from 'drizzle-orm';
import type { CompanyDatabase } from './client.ts';

/** Whether the role of this connection is not held to one company: it owns the tables, or is that of the system. */
export const seesAllCompanies = (database: CompanyDatabase): Promise<boolean> =>
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
