import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { parseRangeEnd, parseEarliestMoment } from '@vigil/shared/domain/moment';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';

interface DateRange {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
}

interface DateRangeContext {
  readonly timeZoneId: number;
  /** Where the range stands, for the name of the field. */
  readonly part?: 'query' | 'body';
}

/** The ID of the user's time zone. */
export async function readUserTimeZone(tx: ReadTx, user: UserPk): Promise<number> {
  const [row] = await tx.select({ zone: users.timeZoneId }).from(users).where(eq(users.pk, user));
  return row?.zone ?? 0;
}

/**
 * Turns a typed range into points in time. Days and hours that have no zone of their own are those of a time zone
 * (decision 53).
 * @throws Problem `malformed`
 */
export function parseTypedDateRange<R extends DateRange>(
  range: R,
  { timeZoneId, part = 'query' }: DateRangeContext,
): R {
  const read = (name: keyof DateRange, parse: typeof parseEarliestMoment) => {
    const text = range[name];
    if (!text) return {};
    const at = parse(text, timeZoneId);
    if (!at) throw new Problem('malformed', { field: `${part}.${name}`, detail: 'not a point in time' });
    return { [name]: at.toISOString() };
  };
  return { ...range, ...read('start_date', parseEarliestMoment), ...read('end_date', parseRangeEnd) };
}

/** Turns a typed range into points in time, in the time zone of the caller. */
export const parseTypedRange = async <R extends DateRange>(
  tx: ReadTx,
  { user }: { user: UserPk },
  range: R,
): Promise<R> =>
  range.start_date || range.end_date
    ? parseTypedDateRange(range, { timeZoneId: await readUserTimeZone(tx, user) })
    : range;
