import { expect, test } from 'vitest';
import { parseRangeEnd, parseEarliestMoment } from './moment.ts';
import { timeZones } from './time-zones.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const idOf = (name: string) => timeZones.find((zone) => zone.name === name)?.id ?? 0;

test.each([
  ['2026-11-21T09:00:00Z', 'Asia/Seoul', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21T18:00:00+09:00', 'UTC', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21 18:00', 'Asia/Seoul', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21 18:00:30', 'Asia/Seoul', '2026-11-21T09:00:30.000Z'],
  ['2026-11-21', 'Asia/Seoul', '2026-11-20T15:00:00.000Z'],
  ['2026-07-01 12:00', 'Europe/Paris', '2026-07-01T10:00:00.000Z'],
  ['2026-12-01 12:00', 'Europe/Paris', '2026-12-01T11:00:00.000Z'],
  ['2026-03-29 02:30', 'Europe/Paris', '2026-03-29T01:30:00.000Z'],
])('%s on a clock in %s', (text, zone, iso) => expect(parseEarliestMoment(text, idOf(zone))?.toISOString()).toBe(iso));

test.each([
  ['Europe/Paris', '2027-10-31', '02:30', '2027-10-31T00:30:00.000Z'],
  ['America/New_York', '2027-11-07', '01:30', '2027-11-07T05:30:00.000Z'],
  ['Australia/Sydney', '2027-04-04', '02:30', '2027-04-03T15:30:00.000Z'],
  ['America/St_Johns', '2027-11-07', '01:30', '2027-11-07T04:00:00.000Z'],
  ['Atlantic/Azores', '2027-10-31', '00:30', '2027-10-31T00:30:00.000Z'],
])('an hour that a clock in %s shows twice begins as its first and ends as its second', (zone, day, time, iso) => {
  expect(parseEarliestMoment(`${day} ${time}`, idOf(zone))?.toISOString()).toBe(iso);
  expect(parseRangeEnd(`${day} ${time}`, idOf(zone))?.getTime()).toBe(Date.parse(iso) + 60 * MINUTE + 59_999);
});

test.each(['2026-02-31 10:00', '2026-11-21 24:00', '2026-11-21 10:60', '21.11.2026', '0099-01-01', 'soon', ''])(
  '%j is no point in time',
  (text) => expect(parseEarliestMoment(text, 32)).toBeNull(),
);

test.each([
  ['2026-11-21T18:00:00+09:00', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21', '2026-11-21T14:59:59.999Z'],
  ['2026-11-21 18:00', '2026-11-21T09:00:59.999Z'],
  ['2026-11-21T18:00:30', '2026-11-21T09:00:30.999Z'],
])('a range until %s in Seoul ends at %s', (text, iso) => expect(parseRangeEnd(text, 32)?.toISOString()).toBe(iso));

test.each(['2026-02-31', '21.11.2026', 'soon', ''])('%j is no end', (text) =>
  expect(parseRangeEnd(text, 32)).toBeNull(),
);

/** The wall clock of a zone as the platform's own calendar has it: a second opinion on the library. */
function createClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return {
    read: (at: number) => format.format(at),
    /** Minutes east of Greenwich at that moment. */
    offset: (at: number) => (Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at) / MINUTE,
  };
}

/** Midnights of Greenwich between which the clock of a zone is changed, in 2026. */
function changesOf(timeZone: string): number[] {
  const { offset } = createClock(timeZone);
  const days = Array.from({ length: 365 }, (_, day) => Date.UTC(2026, 0, 1) + day * DAY);
  return days.filter((day) => offset(day) !== offset(day + DAY));
}

test.each(timeZones)('around each change to and from summer time, a clock in $name says what was typed', (zone) => {
  const { read, offset } = createClock(zone.name);
  // A zone without summer time is read around a day on which others change.
  const changes = [Date.UTC(2026, 2, 29), ...changesOf(zone.name)];
  for (const change of changes) {
    for (let wall = change - DAY / 2; wall < change + 2 * DAY; wall += 30 * MINUTE) {
      const typed = new Date(wall).toISOString().slice(0, 16).replace('T', ' ');
      const at = parseEarliestMoment(typed, zone.id)?.getTime() ?? Number.NaN;
      const skipped = ![offset(at - DAY), offset(at + DAY)].some((east) => read(wall - east * MINUTE) === typed);
      const shift = Math.abs(offset(at + DAY) - offset(at - DAY)) * MINUTE;
      const expected = skipped ? new Date(wall + shift).toISOString().slice(0, 16).replace('T', ' ') : typed;
      expect(read(at), `${typed} in ${zone.name}`).toBe(expected);
    }
  }
});

test('the zones that have summer time are among those that were tried', () => {
  const changing = timeZones.filter(({ name }) => changesOf(name).length > 0).map(({ name }) => name);
  expect(changing).toEqual(
    expect.arrayContaining([
      'America/New_York',
      'Europe/Paris',
      'Africa/Cairo',
      'Australia/Sydney',
      'America/St_Johns',
    ]),
  );
});
