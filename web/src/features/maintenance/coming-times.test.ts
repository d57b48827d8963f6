import { MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import { expect, test } from 'vitest';
import { comingTimes } from './coming-times.ts';

/** A Saturday. */
const NOW = Date.parse('2026-11-28T12:00:00Z');

const windowOf = (more: object): MaintenanceWindow =>
  MaintenanceWindow.parse({
    pk: 1,
    reason: '',
    target: { kind: 'all' },
    start_time: '2026-11-02T01:00:00Z',
    end_time: '2026-11-02T03:00:00Z',
    repeat: { week_days: [1, 3] },
    time_zone: 16,
    current: null,
    next: null,
    device_count: 1,
    created_by: 'Bora',
    editable: 0,
    ...more,
  });
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

test('a window that has begun in the minute that is shown stands once', () => {
  const current = { start_time: '2026-11-28T12:00:40Z', end_time: '2026-11-28T12:30:40Z' };
  const [[, times] = ['', []]] = comingTimes([windowOf({ ...current, repeat: null, current })], NOW, dayOf);
  expect(times).toHaveLength(1);
});

test('a window that repeats stands on each of its days of two weeks, beside one that runs or comes once', () => {
  const current = { start_time: '2026-11-28T11:00:00Z', end_time: '2026-11-28T13:00:00Z' };
  const once = { start_time: '2026-11-30T00:00:00Z', end_time: '2026-11-30T02:00:00Z', repeat: null };
  const late = { start_time: '2026-12-20T00:00:00Z', end_time: '2026-12-20T02:00:00Z', repeat: null };
  const windows = [
    windowOf({}),
    windowOf({ ...current, pk: 2, repeat: null, current }),
    windowOf({ ...once, pk: 3 }),
    windowOf({ ...late, pk: 4 }),
  ];
  const found = comingTimes(windows, NOW, dayOf).map(([day, times]) => [day, times.map(({ window }) => window.pk)]);
  expect(found).toEqual([
    ['2026-11-28', [2]],
    ['2026-11-30', [3, 1]],
    ['2026-12-02', [1]],
    ['2026-12-07', [1]],
    ['2026-12-09', [1]],
  ]);
});
