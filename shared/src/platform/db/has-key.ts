import { sql, type Column, type SQL } from 'drizzle-orm';

/** Whether a whole number is among many, which are one parameter: a statement takes at most 65,535 of them. */
export const whereKeyIn = (column: Column, keys: readonly number[]): SQL =>
  sql`${column} = any(${`{${keys.join(',')}}`}::bigint[])`;
