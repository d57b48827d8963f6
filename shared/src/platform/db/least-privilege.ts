import { sql } from 'drizzle-orm';
import type { CompanyDatabase } from './client.ts';

/** Whether this connection may do what only the owner of the tables may: such a process is not held to one company. */
export const ownsTables = (database: CompanyDatabase): Promise<boolean> =>
  database.outsideCompany(async (tx) => {
    const [row] = await tx.execute<{ owns: boolean }>(
      sql`select pg_has_role(current_user, relowner, 'member') as owns from pg_class where oid = to_regclass('companies')`,
    );
    return row?.owns ?? false;
  });
