import { timeZones } from '@vigil/shared/domain/time-zones';
import { expect, test } from 'vitest';
import { parseAccessPeriod } from './period.ts';

const idOf = (name: string) => timeZones.find((zone) => zone.name === name)?.id ?? 0;

test.each([
  ['in the night before', '2027-10-30T20:00:00Z', '01:00', '02:30', '2027-10-30T23:00', '2027-10-31T00:30'],
  ['before both', '2027-10-30T20:00:00Z', '02:30', '04:00', '2027-10-31T00:30', '2027-10-31T03:00'],
  ['in the first', '2027-10-31T00:20:00Z', '02:30', '02:50', '2027-10-31T00:30', '2027-10-31T00:50'],
  ['in the second, from now on', '2027-10-31T01:40:40Z', '02:40', '02:50', '2027-10-31T01:40', '2027-10-31T01:50'],
  ['in the second', '2027-10-31T01:20:00Z', '02:30', '04:00', '2027-10-31T01:30', '2027-10-31T03:00'],
])('of an hour that occurs twice the first that has not passed is requested: %s', (_, now, from, to, start, end) => {
  const typed = { start: `2027-10-31 ${from}`, end: `2027-10-31 ${to}`, timeZoneId: idOf('Europe/Paris') };
  const period = parseAccessPeriod(typed, { now: Date.parse(now) });
  expect([period.start, period.end].map((at) => at.toISOString())).toEqual([`${start}:00.000Z`, `${end}:00.000Z`]);
});

test('west of Greenwich, too, a period is requested in the second of them', () => {
  const typed = { start: '2027-11-07 01:40', end: '2027-11-07 01:50', timeZoneId: idOf('America/New_York') };
  const period = parseAccessPeriod(typed, { now: Date.parse('2027-11-07T06:40:40Z') });
  expect(period.start.toISOString()).toBe('2027-11-07T06:40:00.000Z');
});
