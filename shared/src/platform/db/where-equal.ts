import { eq, type GetColumnData, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A condition for a value that a query may leave out. */
export const whereEqual = <C extends PgColumn>(
  column: C,
  value: GetColumnData<C, 'raw'> | undefined,
): SQL | undefined => (value === undefined ? undefined : eq(column, value));
