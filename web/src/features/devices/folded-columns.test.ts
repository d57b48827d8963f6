import { expect, test } from 'vitest';
import { foldedColumns } from './folded-columns.ts';

const columns = [
  { colId: 'alive', width: 108 },
  { colId: 's_pub_ip', width: 126 },
  { colId: 'cpu_usage', width: 106 },
  { colId: 'memory_usage', width: 106 },
  { colId: 'favorate', width: 48 },
];

test.each([
  [494, []],
  [493, ['favorate']],
  [445, ['favorate', 's_pub_ip']],
  [319, ['favorate', 's_pub_ip', 'memory_usage']],
  [107, ['favorate', 's_pub_ip', 'memory_usage', 'cpu_usage', 'alive']],
  [-5, ['favorate', 's_pub_ip', 'memory_usage', 'cpu_usage', 'alive']],
])('of %i px, what the detail says gives way first, then the last of the others', (room, folded) => {
  expect(foldedColumns(columns, room)).toEqual(folded);
});
