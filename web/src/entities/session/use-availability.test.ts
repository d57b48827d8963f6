import { expect, test } from 'vitest';
import { availabilityOf } from './use-availability.ts';

const asked = { id: 'mina', settled: 'mina', available: undefined, failed: false };

test('an invalid ID is not checked, and is shown as invalid once it is typed', () => {
  expect(availabilityOf({ ...asked, id: 'abc', settled: 'ab' })).toBe('unknown');
  expect(availabilityOf({ ...asked, id: 'abc', settled: 'abc' })).toBe('invalid');
  expect(availabilityOf({ ...asked, id: '', settled: '' })).toBe('unknown');
});

test('an ID is shown as being checked from its first letter until the answer', () => {
  expect(availabilityOf({ ...asked, settled: 'min' })).toBe('checking');
  expect(availabilityOf({ ...asked, settled: 'mina-other', available: true })).toBe('checking');
  expect(availabilityOf(asked)).toBe('checking');
});

test('the answer is shown', () => {
  expect(availabilityOf({ ...asked, available: true })).toBe('free');
  expect(availabilityOf({ ...asked, available: false })).toBe('taken');
});

test('a failed check is left to the server', () => {
  expect(availabilityOf({ ...asked, failed: true })).toBe('unknown');
});
