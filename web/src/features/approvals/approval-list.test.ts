import { expect, test } from 'vitest';
import { createTimeFormat } from '../../lib/time-format.ts';
import { aMonthBefore, approvalListUrl, approvalQueryOf } from './approval-list.ts';

const SEOUL = 32;
const { wall } = createTimeFormat({ time_zone_id: SEOUL, date_fmt_id: 0 }, 'en');
const today = '2026-11-21';
const read = (query = '', tab: 'mine' | 'decide' | 'history' = 'mine') =>
  approvalListUrl(tab, today).read(new URLSearchParams(query));

test('without parameters the list is that of the last month, newest first, and leaves its address as it is', () => {
  expect(approvalQueryOf(read(), 'mine', wall)).toEqual({
    type: 'request',
    by: 'proposal_time',
    order: 'desc',
    start_date: '2026-10-20T15:00:00.000Z',
    end_date: '2026-11-21T14:59:59.999Z',
  });
  for (const tab of ['mine', 'decide', 'history'] as const)
    expect(String(approvalListUrl(tab, today).write(read('', tab)))).toBe('');
});

test('what waits for a decision is listed however old it is, unless another state is chosen', () => {
  expect(approvalQueryOf(read('', 'decide'), 'decide', wall)).toEqual({
    type: 'history',
    by: 'proposal_time',
    order: 'desc',
    waiting: '1',
  });
  // A text that is searched for leaves the state as it is.
  expect(approvalQueryOf(read('key=requester_name&value=Kim', 'decide'), 'decide', wall)).toMatchObject({
    waiting: '1',
    search_key: 'requester_name',
    search_value: 'Kim',
  });
  expect(read('state=any', 'decide').state).toBeNull();
  expect(read('state=2', 'decide').state).toBe(2);
  expect(read('state=3', 'decide').state).toBe('waiting');
  expect(read('state=waiting', 'mine').state).toBeNull();
});

test('an address says the view that it was made of', () => {
  const view = {
    ...read('', 'history'),
    state: 1,
    page: { index: 2, size: 20 },
    by: 'start_time',
    order: 'asc',
    from: '',
  } as const;
  const { read: readBack, write } = approvalListUrl('history', today);
  expect(readBack(write(view))).toEqual(view);
  const found = { ...read('', 'history'), search: { key: 'approver_name', value: '김 & co' } } as const;
  expect(readBack(write(found))).toEqual(found);
});

test('nonsense in an address is left out', () => {
  expect(read('page=-3&size=7&by=password&order=up&key=mgrid&from=yesterday&to=2026-13')).toEqual(read());
});

test.each([
  ['2026-11-21', '2026-10-21'],
  ['2026-03-31', '2026-02-28'],
  ['2024-03-30', '2024-02-29'],
  ['2026-01-15', '2025-12-15'],
])('a month before %s is %s', (day, before) => expect(aMonthBefore(day)).toBe(before));
