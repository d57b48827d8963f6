import type { Profile } from '@vigil/shared/contract/http/profile';
import type { Language } from '@vigil/shared/contract/languages';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';

type DateFormatId = Profile['date_fmt_id'];

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>;

/** The selectable date formats (spec 1 §3), in the notation of day.js. */
export const dateFormats: { readonly [F in DateFormatId]: string } = {
  0: 'YYYY/MM/DD',
  1: 'MM/DD/YYYY',
  2: 'DD/MM/YYYY',
};

const dateOrder: { readonly [F in DateFormatId]: (parts: Pick<Parts, 'year' | 'month' | 'day'>) => string } = {
  0: ({ year, month, day }) => `${year}/${month}/${day}`,
  1: ({ year, month, day }) => `${month}/${day}/${year}`,
  2: ({ year, month, day }) => `${day}/${month}/${year}`,
};

const HOUR_MS = 3_600_000;

export interface TimeFormat {
  /** The name of the time zone. */
  zone: string;
  date: (at: string | number) => string;
  /** A day as `2026-12-31`, which is the same in all zones. */
  day: (day: string) => string;
  /** Date, hours and minutes. */
  minute: (at: string | number) => string;
  /** From minute to minute; the day stands once where both are on it, and the offset in an hour that occurs twice. */
  period: (start: string | number, end: string | number) => string;
  /** Date, hours, minutes and seconds. */
  second: (at: string | number) => string;
  clock: (at: string | number) => string;
  /** Hours and minutes of today, and the date of any other day. */
  short: (at: string | number, now: number) => string;
  /** Local date and time as `YYYY-MM-DD HH:mm`, for fields and for the server. */
  wall: (at: string | number) => string;
  /** "3 minutes ago". */
  ago: (at: string | number, now: number) => string;
  /** A duration, as "3d 4h 12m", or "<1m". */
  span: (seconds: number) => string;
}

/** Formats times in the time zone, the date format and the language of the user. */
export function createTimeFormat(
  user: { time_zone_id: number; date_fmt_id: DateFormatId },
  language: Language,
): TimeFormat {
  const zone = timeZoneOf(user.time_zone_id).name;
  const split = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  // Japanese has Latin letters in the narrow form, and a space in the short one.
  const unitDisplay = language === 'ja' ? 'short' : 'narrow';
  const unit = (value: number, name: 'day' | 'hour' | 'minute') => {
    const text = new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay }).format(value);
    return language === 'ja' ? text.replace(/\s/u, '') : text;
  };

  const partsOf = (at: string | number): Parts =>
    Object.fromEntries(split.formatToParts(new Date(at)).map(({ type, value }) => [type, value])) as Parts;
  /**
   * Hours and minutes; in an hour that the end of summer time repeats, with the offset that tells one from the other.
   */
  const hourOf = (at: string | number, { hour, minute }: Parts): string => {
    const time = new Date(at).getTime();
    const isRepeated = [time - HOUR_MS, time + HOUR_MS].some((other) => partsOf(other).hour === hour);
    return isRepeated ? `${hour}:${minute} (${offsetOf(zone, time)})` : `${hour}:${minute}`;
  };
  const dateOf = (parts: Parts) => dateOrder[user.date_fmt_id](parts);

  return {
    zone,
    date: (at) => dateOf(partsOf(at)),
    day: (day) => {
      const [year = '', month = '', ofMonth = ''] = day.split('-');
      return dateOrder[user.date_fmt_id]({ year, month, day: ofMonth });
    },
    minute: (at) => {
      const parts = partsOf(at);
      return `${dateOf(parts)} ${parts.hour}:${parts.minute}`;
    },
    period: (start, end) => {
      const [from, to] = [partsOf(start), partsOf(end)];
      const [firstDay, lastDay] = [dateOf(from), dateOf(to)];
      const until = hourOf(end, to);
      return `${firstDay} ${hourOf(start, from)} – ${firstDay === lastDay ? until : `${lastDay} ${until}`}`;
    },
    second: (at) => {
      const parts = partsOf(at);
      return `${dateOf(parts)} ${parts.hour}:${parts.minute}:${parts.second}`;
    },
    clock: (at) => {
      const parts = partsOf(at);
      return `${parts.hour}:${parts.minute}:${parts.second}`;
    },
    short: (at, now) => {
      const parts = partsOf(at);
      return dateOf(parts) === dateOf(partsOf(now)) ? hourOf(at, parts) : dateOf(parts);
    },
    wall: (at) => {
      const { year, month, day, hour, minute } = partsOf(at);
      return `${year}-${month}-${day} ${hour}:${minute}`;
    },
    ago: (at, now) => {
      // The clock of the server may be ahead.
      const [value, name] = largestUnit(Math.min(0, new Date(at).getTime() - now) / 1_000);
      return relative.format(value, name);
    },
    span: (seconds) => {
      if (seconds < 60) return `<${unit(1, 'minute')}`;
      const days = Math.floor(seconds / 86_400);
      const hours = Math.floor((seconds % 86_400) / 3_600);
      const minutes = Math.floor((seconds % 3_600) / 60);
      return [days > 0 ? unit(days, 'day') : '', days + hours > 0 ? unit(hours, 'hour') : '', unit(minutes, 'minute')]
        .filter((part) => part !== '')
        .join(' ');
    },
  };
}

/** As "GMT+2". */
const offsetOf = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function largestUnit(seconds: number): [number, Intl.RelativeTimeFormatUnit] {
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? [Math.trunc(seconds / step[1]), step[0]] : [Math.trunc(seconds), 'second'];
}
