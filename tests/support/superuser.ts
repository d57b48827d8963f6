import postgres from 'postgres';
import type { Stack } from './stack.ts';

/** As the superuser, whom row-level security does not hold. */
export async function asSuperuser<T>(stack: Stack, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(stack.databaseAdminUrl, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
