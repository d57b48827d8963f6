import { timeZones } from '@vigil/shared/domain/time-zones';
import { expect, test } from 'vitest';
import { createTimeFormat } from '../../lib/time-format.ts';
import {
  periodToForm,
  storedPeriodIfUnchanged,
  parsePeriodForm,
  presetPeriodFormValues,
} from './access-period-input.ts';

const now = '2026-11-21 15:00';
const typed = { startDate: '2026-11-21', startTime: '16:00', endDate: '2026-11-22', endTime: '09:30' };

test('dates and times are joined by a space', () => {
  expect(parsePeriodForm(typed, now)).toEqual({ start: '2026-11-21 16:00', end: '2026-11-22 09:30' });
});

test.each([
  ['no start date', { startDate: null }],
  ['no start time', { startTime: '' }],
  ['no end date', { endDate: null }],
  ['no end time', { endTime: '' }],
  ['an end before its start', { endDate: '2026-11-21', endTime: '15:59' }],
  ['an end at its start', { endDate: '2026-11-21', endTime: '16:00' }],
  ['an end that is over', { startTime: '10:00', endDate: '2026-11-21', endTime: '14:00' }],
  ['a start on a day that is over', { startDate: '2026-11-20' }],
])('%s is refused', (_, wrong) => {
  expect(parsePeriodForm({ ...typed, ...wrong }, now)).toBeNull();
});

test('a request that is changed may keep the day of its start', () => {
  const begun = { ...typed, startDate: '2026-11-19' };
  expect(parsePeriodForm(begun, now)).toBeNull();
  expect(parsePeriodForm(begun, now, '2026-11-19')).toEqual({
    start: '2026-11-19 16:00',
    end: '2026-11-22 09:30',
  });
  expect(parsePeriodForm(typed, now, '2026-11-30')).not.toBeNull();
});

test('a start earlier today means from now on', () => {
  expect(parsePeriodForm({ ...typed, startTime: '14:00' }, now)?.start).toBe(now);
  expect(parsePeriodForm({ ...typed, startTime: '14:00' }, now, '2026-11-21')?.start).toBe('2026-11-21 14:00');
});

test('a request whose period is not changed keeps its points in time, also in an hour that occurs twice', () => {
  const paris = timeZones.find(({ name }) => name === 'Europe/Paris')?.id ?? 0;
  const { wall } = createTimeFormat({ time_zone_id: paris, date_fmt_id: 0 }, 'en');
  const stored = { start_time: '2027-10-31T00:30:00.000Z', end_time: '2027-10-31T01:10:00.000Z' };
  const shown = periodToForm(stored, wall);
  expect(shown).toMatchObject({ startTime: '02:30', endTime: '02:10' });
  const [start, end] = [stored.start_time, stored.end_time];
  expect(storedPeriodIfUnchanged(shown, stored, { now: Date.parse(start), wall })).toEqual({ start, end });
  expect(storedPeriodIfUnchanged(shown, stored, { now: Date.parse(end), wall })).toBeNull();
  expect(storedPeriodIfUnchanged({ ...shown, endTime: '02:20' }, stored, { now: Date.parse(start), wall })).toBeNull();
});

test.each([
  ['hour', { startDate: '2026-11-21', startTime: '23:30', endDate: '2026-11-22', endTime: '00:30' }],
  ['today', { startDate: '2026-11-21', startTime: '23:30', endDate: '2026-11-21', endTime: '23:59' }],
] as const)('a period of one click begins now: %s', (preset, expected) => {
  const wall = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  expect(presetPeriodFormValues(preset, Date.parse('2026-11-21T23:30:00Z'), wall)).toEqual(expected);
});
