import type { AlertCode, AlertThreshold } from '@vigil/shared/contract/alert';
import { expect, test } from 'vitest';
import { codesOf, thresholdValues } from './threshold-systems.ts';

const threshold = (alert_code: string, alert_th_value: number): AlertThreshold => ({
  alert_code: alert_code as AlertCode,
  alert_time: null,
  alert_th_value,
});
const all = codesOf('all', 2);

test('all systems are one code each', () => {
  expect(all).toEqual(['IW2', 'IL2', 'IM2', 'IA2', 'II2']);
  expect(codesOf(3, 4)).toEqual(['IM4']);
});

test('equal thresholds of all systems are one value', () => {
  const thresholds = [...all.map((code) => threshold(code, 95)), threshold('IW4', 90)];
  expect(thresholdValues(thresholds, all)).toMatchObject({ same: { alert_th_value: 95 }, isMixed: false });
  expect(thresholdValues([], all)).toEqual({ all: [], same: null, isMixed: false });
});

test.each([
  ['one system has another value', [...all.slice(1).map((code) => threshold(code, 95)), threshold('IW2', 80)]],
  ['one system has none', all.slice(1).map((code) => threshold(code, 95))],
])('they are mixed where %s', (_why, thresholds) => {
  expect(thresholdValues(thresholds, all)).toMatchObject({ same: null, isMixed: true });
  expect(thresholdValues(thresholds, codesOf(2, 2))).toMatchObject({ same: { alert_th_value: 95 }, isMixed: false });
});
