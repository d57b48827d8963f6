import { timeZones } from '@vigil/shared/domain/time-zones';
import { expect, test } from 'vitest';
import { createTimeFormat } from './time-format.ts';

const at = '2026-11-21T15:04:05.000Z';
const seoul = 32;

test('times are shown in the zone and the date format of the user', () => {
  const formats = ([0, 1, 2] as const).map((date_fmt_id) =>
    createTimeFormat({ time_zone_id: seoul, date_fmt_id }, 'ko'),
  );
  expect(formats.map(({ minute }) => minute(at))).toEqual(['2026/11/22 00:04', '11/22/2026 00:04', '22/11/2026 00:04']);
});

test('a day is the same in each zone', () => {
  const shown = [1, seoul, 40].map((time_zone_id) =>
    createTimeFormat({ time_zone_id, date_fmt_id: 1 }, 'en').day('2026-12-31'),
  );
  expect(new Set(shown)).toEqual(new Set(['12/31/2026']));
});

test('a period says the offset of an hour that a change of the clocks shows twice', () => {
  const paris = timeZones.find(({ name }) => name === 'Europe/Paris')?.id ?? 0;
  const { period } = createTimeFormat({ time_zone_id: paris, date_fmt_id: 0 }, 'en');
  expect(period('2027-10-31T00:30:00Z', '2027-10-31T01:10:00Z')).toBe('2027/10/31 02:30 (GMT+2) – 02:10 (GMT+1)');
  expect(period('2027-10-30T23:59:00Z', '2027-10-31T02:00:00Z')).toBe('2027/10/31 01:59 – 03:00');
});

test('a period says its day once, unless it ends on another one', () => {
  const { period } = createTimeFormat({ time_zone_id: seoul, date_fmt_id: 0 }, 'en');
  expect(period(at, Date.parse(at) + 3_600_000)).toBe('2026/11/22 00:04 – 01:04');
  expect(period(Date.parse(at) - 3_600_000, at)).toBe('2026/11/21 23:04 – 2026/11/22 00:04');
});

test('local times for fields and for the server have four digits of the year', () => {
  expect(createTimeFormat({ time_zone_id: seoul, date_fmt_id: 2 }, 'en').wall(at)).toBe('2026-11-22 00:04');
  expect(createTimeFormat({ time_zone_id: 8, date_fmt_id: 2 }, 'en').wall(at)).toBe('2026-11-21 10:04');
});

test('a duration has days, hours and minutes, without leading zeros', () => {
  const { span } = createTimeFormat({ time_zone_id: seoul, date_fmt_id: 0 }, 'en');
  expect(span(273_912)).toBe('3d 4h 5m');
  expect(span(59)).toBe('<1m');
  expect(span(60)).toBe('1m');
});

test.each([
  ['ko', '3일 4시간 5분'],
  ['ja', '3日 4時間 5分'],
] as const)('a duration in %s is %s', (language, text) => {
  expect(createTimeFormat({ time_zone_id: seoul, date_fmt_id: 0 }, language).span(273_912)).toBe(text);
});

test('a relative time has the largest whole unit', () => {
  const { ago } = createTimeFormat({ time_zone_id: seoul, date_fmt_id: 0 }, 'en');
  expect(ago(at, Date.parse(at) + 3 * 3_600_000 + 10)).toBe('3 hr. ago');
});
