import postgres from 'postgres';
import type { Stack } from './stack.ts';
import { within } from './within.ts';

/** As the superuser, whom row-level security does not hold. */
export async function asSuperuser<T>(stack: Stack, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(stack.databaseAdminUrl, { max: 1, onnotice: () => {} });
  try {
    return await within(`the superuser's statements of ${String(work)}`, work(sql));
  } finally {
    await sql.end({ timeout: 5 });
  }
}
