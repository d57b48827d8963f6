import { expect, test } from 'vitest';
import { stateOf } from './use-availability.ts';

const asked = { id: 'mina', settled: 'mina', available: undefined, failed: false };

test('an invalid ID is not checked', () => {
  expect(stateOf({ ...asked, id: 'abc', settled: 'abc' })).toBe('unknown');
});

test('an ID is shown as being checked from its first letter until the answer', () => {
  expect(stateOf({ ...asked, settled: 'min' })).toBe('checking');
  expect(stateOf({ ...asked, settled: 'mina-other', available: true })).toBe('checking');
  expect(stateOf(asked)).toBe('checking');
});

test('the answer is shown', () => {
  expect(stateOf({ ...asked, available: true })).toBe('free');
  expect(stateOf({ ...asked, available: false })).toBe('taken');
});

test('a failed check is left to the server', () => {
  expect(stateOf({ ...asked, failed: true })).toBe('unknown');
});
