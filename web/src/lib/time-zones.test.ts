import { expect, test } from 'vitest';
import { offsetText, zoneOf } from './time-zones.ts';

test('an offset is written with its sign, hours and minutes', () => {
  expect([540, 0, 345, -210, -660].map(offsetText)).toEqual(['+09:00', '+00:00', '+05:45', '−03:30', '−11:00']);
});

test('a zone is known by its number', () => {
  expect([32, 17].map(zoneOf)).toEqual(['Asia/Seoul', 'Europe/London']);
});
