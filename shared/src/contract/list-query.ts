import * as z from 'zod';
import { Problem } from './problems.ts';

const wholeNumber = (fallback: number, max: number) => z.coerce.number().int().min(0).max(max).default(fallback);

const FIRST = Date.parse('1970-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59Z');

type Names = readonly [string, ...string[]];

/** A point in time as ISO 8601, or any other form that is read the same everywhere; within what can be stored. */
export const pointInTimeText = z
  .string()
  .max(40)
  .refine((text) => Date.parse(text) >= FIRST && Date.parse(text) <= LAST, 'not a point in time');

/**
 * The common query of a list. `by` is a closed list for each endpoint, so that a list is sorted only by columns that
 * were meant for it. What a list can do beyond it is added with `searchBy`, `dateRangeParams` and `cursorParams`:
 * a parameter exists only where it is honoured.
 */
export const pageQuery = <const By extends Names>({ by, order = 'asc' }: { by: By; order?: 'asc' | 'desc' }) =>
  z.object({
    by: z.enum(by).default(by[0] as never),
    order: z.enum(['asc', 'desc']).default(order),
    limit: wholeNumber(10, 1_000),
    offset: wholeNumber(0, 10_000_000),
    search_mode: z.enum(['pagination', 'all']).default('pagination'),
  });

/** Search in one column of a closed list; in the first when none is named. */
export const searchBy = <const Key extends Names>(keys: Key) => ({
  search_key: z.enum(keys).default(keys[0] as never),
  search_value: z.string().max(200).optional(),
});

/**
 * Both ends are included. `YYYY-MM-DD` and `YYYY-MM-DD HH:mm:ss` are on the clock of the caller, or in UTC where no
 * user asks; a day that ends the range belongs to it as a whole.
 */
export const dateRangeParams = { start_date: pointInTimeText.optional(), end_date: pointInTimeText.optional() };

/**
 * @param part of the request, for the name of the field
 * @throws Problem `date_validate_error` when it ends before it starts (decision 119)
 */
export function parseDateRange(
  range: { readonly start_date?: string | undefined; readonly end_date?: string | undefined },
  part: 'query' | 'body' = 'query',
): { readonly from: Date | undefined; readonly to: Date | undefined } {
  const from = range.start_date ? new Date(range.start_date) : undefined;
  const to = range.end_date ? new Date(range.end_date) : undefined;
  if (from && to && to < from) throw new Problem('date_validate_error', { field: `${part}.end_date` });
  return { from, to };
}

/** Where a page of a history ends: the time of its last row in microseconds, and that row's key. */
export interface PageCursor {
  readonly at: number;
  readonly key: string | number;
}

/**
 * Pages of a history that neither skip nor repeat a row while rows are added: `after` is the `next` of the page before.
 * Text on the wire, because its content is the server's business.
 */
export const cursorParams = <Key extends string | number>(key: z.ZodType<Key, string>) => ({
  after: z
    .string()
    .regex(/^\d{1,16}_[\da-f-]{1,36}$/)
    .transform((text) => {
      const [at, rest = ''] = text.split('_');
      return { at: Number(at), key: rest };
    })
    .pipe(z.object({ at: z.int(), key }))
    .optional(),
});

export const encodeCursor = ({ at, key }: PageCursor): string => `${at}_${key}`;

export const ListMeta = z.object({ total_count: z.int() });
/** `next` is null on the last page. */
export const HistoryMeta = ListMeta.extend({ next: z.string().nullable() });
