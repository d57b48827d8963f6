import { expect, test } from 'vitest';
import { defaultThresholds } from './default-thresholds.ts';
import { isThresholdInRange, problemOfIncompleteThreshold } from './thresholds.ts';

test('a new company has the same five thresholds for each of the five systems', () => {
  expect(defaultThresholds).toHaveLength(25);
  const ofWindows = defaultThresholds.filter(({ alert_code }) => alert_code.startsWith('IW'));
  expect(
    ofWindows.map(({ alert_code, alert_time, alert_th_value }) => [alert_code, alert_time, alert_th_value]),
  ).toEqual([
    ['IW1', 10, null],
    ['IW2', null, 95],
    ['IW3', null, 95],
    ['IW4', null, 90],
    ['IW5', null, 85],
  ]);
  expect(defaultThresholds.every(isThresholdInRange)).toBe(true);
  expect(defaultThresholds.map(problemOfIncompleteThreshold).filter((problem) => problem !== null)).toEqual([]);
});
