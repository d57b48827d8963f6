import type { DevicePk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { newWindowDraft, windowBodyOf } from './window-draft.ts';

const at = { now: '2027-03-10 12:00', firstDay: undefined };
const draft = newWindowDraft({ kind: 'devices', pks: [7 as DevicePk] }, 18);
const night = { startDate: '2027-03-10', startTime: '22:00', endDate: '2027-03-11', endTime: '06:00' };
const times = { start_time: '2027-03-10 22:00', end_time: '2027-03-11 06:00', time_zone: 18 };

test('for some minutes from now on, nothing but their number is sent', () => {
  expect(windowBodyOf(draft, at)).toEqual({ reason: '', device_pks: [7], minutes: 30 });
});

test('from a time to another, with the zone whose clock is meant', () => {
  const period = { ...draft, length: 'period', typed: night } as const;
  expect(windowBodyOf(period, at)).toEqual({ reason: '', device_pks: [7], ...times, repeat: null });
  expect(windowBodyOf({ ...period, repeat: 'daily' }, at)).toMatchObject({
    repeat: { week_days: [1, 2, 3, 4, 5, 6, 7] },
  });
  expect(windowBodyOf({ ...period, repeat: 'days', days: [2, 4] }, at)).toMatchObject({
    repeat: { week_days: [2, 4] },
  });
});

test('a window that repeats may have begun before today', () => {
  const begun = { ...draft, length: 'period', typed: night, repeat: 'daily' } as const;
  expect(windowBodyOf(begun, { now: '2027-06-01 12:00', firstDay: undefined })).toMatchObject(times);
  expect(windowBodyOf({ ...begun, repeat: 'once' }, { now: '2027-06-01 12:00', firstDay: undefined })).toBe('time');
});

test.each([
  ['target', { kind: 'group', group: null }],
  ['target', { kind: 'tags', tags: [] }],
  ['time', { length: 'period' }],
  ['days', { length: 'period', typed: night, repeat: 'days' }],
] as const)('what is missing is named: %s', (missing, more) => {
  expect(windowBodyOf({ ...draft, ...more }, at)).toBe(missing);
});
