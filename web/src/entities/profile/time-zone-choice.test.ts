import { expect, test } from 'vitest';
import { labelOf, matchingZones, utcOffsetText } from './time-zone-choice.ts';

test('zones are found by their name or their offset, ten at most', () => {
  expect(matchingZones('seoul').map(labelOf)).toEqual(['(UTC+09:00) Asia/Seoul']);
  expect(matchingZones('los ang').map(({ name }) => name)).toEqual(['America/Los_Angeles']);
  expect(matchingZones('-03:30').map(({ name }) => name)).toEqual(['America/St_Johns']);
  expect(matchingZones('')).toHaveLength(10);
  expect(matchingZones('nowhere')).toEqual([]);
});

test('an offset is written with its sign, hours and minutes', () => {
  expect([540, 0, 345, -210, -660].map(utcOffsetText)).toEqual(['+09:00', '+00:00', '+05:45', '−03:30', '−11:00']);
});
