import { expect, test } from 'vitest';
import { keepOrder, storedProcesses } from './process-rows.ts';

const lines = (...keys: string[]) => keys.map((key) => ({ key, name: key, pid: null, cpu: null, memory: null }));

test('rows keep their places while the pointer is over them, new ones follow in their own order', () => {
  const ordered = keepOrder(['a', 'b', 'c'], lines('x', 'c', 'y', 'a'));
  expect(ordered.map(({ key }) => key)).toEqual(['a', 'c', 'x', 'y']);
  expect(keepOrder([], lines('b', 'a')).map(({ key }) => key)).toEqual(['b', 'a']);
});

test('stored lists belong together by position, and a value that was not measured is none', () => {
  const detail = { prcss_name: 'a;b', prcss_cpu_usage: '1.5;', prcss_memory_usage: ';2', prcss_pid: '7;8' };
  expect(storedProcesses(detail as Parameters<typeof storedProcesses>[0])).toEqual([
    { key: '7', name: 'a', pid: 7, cpu: 1.5, memory: null },
    { key: '8', name: 'b', pid: 8, cpu: null, memory: 2 },
  ]);
});
