import { expect, test } from 'vitest';
import { chartPeriodOf, daysOfRow, neighbourOf } from './chart-period.ts';

const today = '2026-11-28';
const periodOf = (query: string) => chartPeriodOf(new URLSearchParams(query), today);

test('what the address does not say is that of today, and nonsense is not said', () => {
  const usual = { type: 'monthly', year: 2026, month: 11 };
  expect(periodOf('')).toEqual(usual);
  expect(periodOf('type=hourly&year=99999&month=13')).toEqual(usual);
  expect(periodOf('year=2027&month=0')).toEqual(usual);
  expect(periodOf('type=daily&year=2024&month=2')).toEqual({ type: 'daily', year: 2024, month: 2 });
});

test('the periods beside one are years or months, none beyond today', () => {
  const monthly = { type: 'monthly', year: 2025, month: 12 } as const;
  expect(neighbourOf(monthly, 1, today)).toEqual({ ...monthly, year: 2026 });
  expect(neighbourOf({ ...monthly, year: 2026 }, 1, today)).toBeNull();
  const daily = { type: 'daily', year: 2025, month: 12 } as const;
  expect(neighbourOf(daily, 1, today)).toEqual({ ...daily, year: 2026, month: 1 });
  expect(neighbourOf({ ...daily, year: 2026, month: 1 }, -1, today)).toEqual(daily);
  expect(neighbourOf({ ...daily, year: 2026, month: 11 }, 1, today)).toBeNull();
  expect(neighbourOf({ ...daily, year: 2000, month: 1 }, -1, today)).toBeNull();
});

test('a row of a month has all of its days', () => {
  expect(daysOfRow('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(daysOfRow('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(daysOfRow('2026-12-09')).toEqual({ from: '2026-12-09', to: '2026-12-09' });
});
