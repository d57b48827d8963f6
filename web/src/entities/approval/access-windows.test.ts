import { expect, test } from 'vitest';
import { accessWindowOf } from './access-windows.ts';

const minute = (n: number) => new Date(n * 60_000).toISOString();
const at = (n: number) => n * 60_000;
const spans = (...pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([start, end]) => ({ start_time: minute(start), end_time: minute(end) }));

test.each([
  ['no window', spans(), 5, null],
  ['one that is over', spans([1, 5]), 5, null],
  ['one that is open', spans([1, 9]), 5, { state: 'open', endsAt: at(9) }],
  ['the next one', spans([30, 40], [10, 20]), 5, { state: 'ahead', opensAt: at(10) }],
  ['windows without a gap', spans([9, 15], [1, 9], [16, 20]), 5, { state: 'open', endsAt: at(15) }],
  ['a short one within a long one', spans([1, 30], [2, 4]), 5, { state: 'open', endsAt: at(30) }],
] as const)('%s', (_, approved, now, expected) => expect(accessWindowOf(approved, at(now))).toEqual(expected));
