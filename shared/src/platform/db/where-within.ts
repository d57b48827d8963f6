import { and, gte, lt, type Column, type SQL } from 'drizzle-orm';

/**
 * The rows of a range whose last moment, too, is included, to its whole millisecond: rows have microseconds, and the
 * last one of a day may be later than .999.
 */
export const whereWithin = (
  column: Column,
  { from, to }: { readonly from: Date | undefined; readonly to: Date | undefined },
): SQL | undefined => and(from && gte(column, from), to && lt(column, new Date(to.getTime() + 1)));
