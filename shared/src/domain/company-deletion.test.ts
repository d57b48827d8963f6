import { expect, test } from 'vitest';
import { deletionTimeFrom, dueDeletionReminder, keptSince } from './company-deletion.ts';

test('an account is deleted 30 days after the request', () => {
  expect(deletionTimeFrom(new Date('2026-01-31T10:00:00Z'))).toEqual(new Date('2026-03-02T10:00:00Z'));
});

test('administrators are reminded 7 days and 1 day before, once each, and of the nearer one only after a pause', () => {
  const deleteAt = new Date('2026-03-10T10:00:00Z');
  const due = (at: string, remindedDays: number | null) =>
    dueDeletionReminder({ deleteAt, remindedDays }, new Date(at));
  expect(due('2026-03-03T09:59:59Z', null)).toBeNull();
  expect(due('2026-03-03T10:00:00Z', null)).toBe(7);
  expect(due('2026-03-05T10:00:00Z', 7)).toBeNull();
  expect(due('2026-03-09T10:00:00Z', 7)).toBe(1);
  expect(due('2026-03-09T12:00:00Z', 1)).toBeNull();
  expect(due('2026-03-09T12:00:00Z', null)).toBe(1);
});

test('records are kept for 5 years', () => {
  expect(keptSince(new Date('2026-11-28T00:00:00Z'))).toEqual(new Date('2021-11-28T00:00:00Z'));
});
