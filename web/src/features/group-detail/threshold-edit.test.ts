import { expect, test } from 'vitest';
import { thresholdEdit } from './threshold-edit.ts';

const limits = [0, 100] as const;

test.each([
  [null, 85, { kind: 'unchanged' }],
  [null, null, { kind: 'unchanged' }],
  ['', null, { kind: 'unchanged' }],
  ['', 85, { kind: 'delete' }],
  [85, 85, { kind: 'unchanged' }],
  ['85.0', 85, { kind: 'unchanged' }],
  [90, 85, { kind: 'store', value: 90 }],
  [0, null, { kind: 'store', value: 0 }],
  [100, null, { kind: 'store', value: 100 }],
  [150, 85, { kind: 'refused' }],
  ['-', null, { kind: 'refused' }],
] as const)('%j in a field with the stored value %j', (typed, stored, edit) => {
  expect(thresholdEdit(typed, { stored, limits })).toEqual(edit);
});
