import { expect, test } from 'vitest';
import { loginIdAvailabilityOf } from './use-login-id-availability.ts';

const asked = { id: 'mina', debounced: 'mina', available: undefined, failed: false };

test('an invalid ID is not checked, and is shown as invalid once it is typed', () => {
  expect(loginIdAvailabilityOf({ ...asked, id: 'abc', debounced: 'ab' })).toBe('unknown');
  expect(loginIdAvailabilityOf({ ...asked, id: 'abc', debounced: 'abc' })).toBe('invalid');
  expect(loginIdAvailabilityOf({ ...asked, id: '', debounced: '' })).toBe('unknown');
});

test('an ID is shown as being checked from its first letter until the answer', () => {
  expect(loginIdAvailabilityOf({ ...asked, debounced: 'min' })).toBe('checking');
  expect(loginIdAvailabilityOf({ ...asked, debounced: 'mina-other', available: true })).toBe('checking');
  expect(loginIdAvailabilityOf(asked)).toBe('checking');
});

test('the answer is shown', () => {
  expect(loginIdAvailabilityOf({ ...asked, available: true })).toBe('free');
  expect(loginIdAvailabilityOf({ ...asked, available: false })).toBe('taken');
});

test('a failed check is left to the server', () => {
  expect(loginIdAvailabilityOf({ ...asked, failed: true })).toBe('unknown');
});
