import { z } from 'zod';

const wholeNumber = (fallback: number, max: number) => z.coerce.number().int().min(0).max(max).default(fallback);

const FIRST = Date.parse('1970-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59Z');

/** A point in time as ISO 8601, or any other form that is read the same everywhere; within what can be stored. */
const pointInTime = z
  .string()
  .max(40)
  .refine((text) => Date.parse(text) >= FIRST && Date.parse(text) <= LAST, 'not a point in time');

/**
 * The common query of a list. `by` and `search_key` are closed lists for each endpoint, so that nobody sorts or
 * searches by a column that was not meant for it (HTTP contract).
 */
export const listQuery = <
  const By extends readonly [string, ...string[]],
  const Key extends readonly [string, ...string[]],
>(
  by: By,
  searchKeys: Key,
) =>
  z.object({
    by: z.enum(by).default(by[0] as never),
    order: z.enum(['asc', 'desc']).default('asc'),
    limit: wholeNumber(10, 1_000),
    offset: wholeNumber(0, 10_000_000),
    search_mode: z.enum(['pagination', 'all']).default('pagination'),
    search_key: z.enum(searchKeys).optional(),
    search_value: z.string().max(200).optional(),
    start_date: pointInTime.optional(),
    end_date: pointInTime.optional(),
  });

export const ListMeta = z.object({ total_count: z.int() });
