import { Problem } from '@vigil/shared/contract/problems';
import { possibleMomentsOf } from '@vigil/shared/domain/moment';

/** A start that was "now" when the form was opened is still accepted when it is sent. */
const MAX_FORM_TIME_MS = 5 * 60_000;

interface TypedPeriod {
  readonly start: string;
  readonly end: string;
  /** Of the one who typed it. */
  readonly timeZoneId: number;
}

/**
 * The period for which access is requested: it ends in the future, and begins now or later. Of an hour that the end of
 * summer time repeats, the first one is meant that has not passed.
 * @param before the start of the request that is changed, which the new one may have as well
 * @throws Problem `date_validate_error`
 */
export function parseAccessPeriod(
  { start: typedStart, end: typedEnd, timeZoneId }: TypedPeriod,
  { now, before }: { readonly now: number; readonly before?: Date | undefined },
): { start: Date; end: Date } {
  const earliest = Math.min(before?.getTime() ?? Number.POSITIVE_INFINITY, now - MAX_FORM_TIME_MS);
  const start = possibleMomentsOf(typedStart, timeZoneId).find((at) => at.getTime() >= earliest);
  const end = possibleMomentsOf(typedEnd, timeZoneId).find(
    (at) => at.getTime() > now && start !== undefined && at > start,
  );
  if (!start || !end) throw new Problem('date_validate_error');
  return { start, end };
}
