import { TZDate } from '@date-fns/tz';
import { timeZoneOf } from './time-zones.ts';

const ZONED = /(?:Z|[+-]\d{2}:?\d{2})$/iu;
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/u;
const FIRST_YEAR = 1970;

const HOUR_MS = 3_600_000;

/**
 * The points in time that people name by ISO 8601 with its offset, or by `YYYY-MM-DD HH:mm` on the clock of a time zone
 * (spec 1 §5): two in the hour that the end of summer time repeats, in their order. An hour that summer time skips is
 * the one after it.
 * @returns none when it is no such point: the 31st of February, say
 */
export function possibleMomentsOf(text: string, timeZoneId: number): readonly Date[] {
  if (ZONED.test(text)) {
    const at = new Date(text);
    return Number.isNaN(at.getTime()) || at.getUTCFullYear() < FIRST_YEAR ? [] : [at];
  }
  const parts = LOCAL.exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (!parts) return [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const plain = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const asTyped = [plain.getUTCMonth() + 1, plain.getUTCDate(), plain.getUTCHours(), plain.getUTCMinutes()];
  if (year < FIRST_YEAR || asTyped.join() !== [month, day, hour, minute].join()) return [];
  const { name } = timeZoneOf(timeZoneId);
  // Of two, the library takes the later one in some zones and the earlier one in others.
  const at = new TZDate(year, month - 1, day, hour, minute, second, 0, name).getTime();
  const hourAt = (one: number) => new TZDate(one, name).getHours();
  return [at - HOUR_MS, at, at + HOUR_MS].filter((one) => hourAt(one) === hourAt(at)).map((one) => new Date(one));
}

/** The first of `possibleMomentsOf`, at which a range begins. @returns null when there is none */
export const parseEarliestMoment = (text: string, timeZoneId: number): Date | null =>
  possibleMomentsOf(text, timeZoneId)[0] ?? null;

const REST_OF_DAY = ' 23:59:59';
const DATE_LENGTH = 10;

/**
 * The last millisecond of the day, the minute or the second that a text without a zone names: the end of a range that
 * includes it.
 */
export function parseRangeEnd(text: string, timeZoneId: number): Date | null {
  if (ZONED.test(text)) return parseEarliestMoment(text, timeZoneId);
  const last = possibleMomentsOf(`${text}${REST_OF_DAY.slice(text.length - DATE_LENGTH)}`, timeZoneId).at(-1);
  return last ? new Date(last.getTime() + 999) : null;
}
