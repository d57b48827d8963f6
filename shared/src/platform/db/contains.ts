import { ilike, sql, type Column, type SQL } from 'drizzle-orm';
import { APOSTROPHES, foldForSearch } from '../../domain/search-text.ts';

/** As `foldForSearch`, but for the case, which the comparison ignores. */
const folded = (column: Column | SQL): SQL =>
  sql`translate(normalize(${column}, NFKC), ${APOSTROPHES}, ${"'".repeat(APOSTROPHES.length)})`;

/** Rows whose column holds a text anywhere, as `foldForSearch` compares; what people type has no wildcards in it. */
export const containsText = (column: Column | SQL, text: string): SQL =>
  ilike(folded(column), `%${foldForSearch(text).replaceAll(/[\\%_]/g, '\\$&')}%`);
