import { ilike, type Column, type SQL } from 'drizzle-orm';

/** Rows whose column holds a text anywhere, in upper or lower case; what people type has no wildcards in it. */
export const containsText = (column: Column | SQL, text: string): SQL =>
  ilike(column, `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`);
