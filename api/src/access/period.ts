import { Problem } from '@vigil/shared/contract/problems';
import { parseMoment } from './moment.ts';

/** A start that was "now" when the form was opened is still accepted when it is sent. */
const MAX_FORM_TIME_MS = 5 * 60_000;

interface TypedPeriod {
  readonly start: string;
  readonly end: string;
  /** Of the one who typed it. */
  readonly timeZoneId: number;
}

/**
 * The period for which access is requested: it ends in the future, and begins now or later.
 * @param before the start of the request that is changed, which the new one may have as well
 * @throws Problem `date_validate_error`
 */
export function readPeriod(
  { start: typedStart, end: typedEnd, timeZoneId }: TypedPeriod,
  { now, before }: { readonly now: number; readonly before?: Date | undefined },
): { start: Date; end: Date } {
  const [start, end] = [parseMoment(typedStart, timeZoneId), parseMoment(typedEnd, timeZoneId)];
  const earliest = Math.min(before?.getTime() ?? Number.POSITIVE_INFINITY, now - MAX_FORM_TIME_MS);
  if (!start || !end || start >= end || end.getTime() <= now || start.getTime() < earliest)
    throw new Problem('date_validate_error');
  return { start, end };
}
