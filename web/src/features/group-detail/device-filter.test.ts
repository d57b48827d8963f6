import { expect, test } from 'vitest';
import { filteredDevicePageOf } from './device-filter.ts';

const devices = Array.from({ length: 23 }, (_, i) => ({
  alias: `Till ${23 - i}`,
  dev_os_id: i % 2 === 0 ? 1 : 2,
  isOnline: i >= 5,
}));
const all = { name: '', os: null, isOnline: null };

test('ten devices a page, by name as people count', () => {
  const first = filteredDevicePageOf(devices, all, 0);
  expect(first.rows.map(({ alias }) => alias).slice(0, 3)).toEqual(['Till 1', 'Till 2', 'Till 3']);
  expect([first.rows.length, first.pages, first.total]).toEqual([10, 3, 23]);
  expect(filteredDevicePageOf(devices, all, 2).rows).toHaveLength(3);
});

test('a page that is gone is the last one there is', () => {
  expect(filteredDevicePageOf(devices, all, 9).index).toBe(2);
  expect(filteredDevicePageOf([], all, 3)).toEqual({ rows: [], index: 0, pages: 1, total: 0 });
});

test('a name is found without the difference of apostrophes and width', () => {
  const named = ['Kim’s till', 'ＰＣ１'].map((alias) => ({ alias, dev_os_id: 1, isOnline: true }));
  const found = (name: string) => filteredDevicePageOf(named, { ...all, name }, 0).rows.map(({ alias }) => alias);
  expect([found("kim's"), found('pc1')]).toEqual([['Kim’s till'], ['ＰＣ１']]);
});

test('name, system and state are filtered together', () => {
  expect(
    filteredDevicePageOf(devices, { name: ' tILL 2', os: 1, isOnline: false }, 0).rows.map(({ alias }) => alias),
  ).toEqual(['Till 21', 'Till 23']);
});
