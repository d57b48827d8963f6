import { expect, test } from 'vitest';
import { mobileRowMeasures } from './row-measures.ts';

const calm = { cpu_usage: 10, memory_usage: 20, hdd_usage: 30, cpu_temp: 40 };
const named = (measures: Partial<typeof calm>) =>
  mobileRowMeasures({ ...calm, ...measures }).map(({ column, isRed }) => `${column}${isRed ? ' red' : ''}`);

test('a row names every value in red, or processor and memory', () => {
  expect(named({})).toEqual(['cpu_usage', 'memory_usage']);
  expect(named({ hdd_usage: 90 })).toEqual(['hdd_usage red']);
  expect(named({ cpu_temp: 50, memory_usage: 99 })).toEqual(['memory_usage red', 'cpu_temp red']);
  expect(named({ cpu_usage: 95, hdd_usage: 95, cpu_temp: 70 })).toEqual([
    'cpu_usage red',
    'hdd_usage red',
    'cpu_temp red',
  ]);
});
