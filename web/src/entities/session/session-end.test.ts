import { expect, test } from 'vitest';
import { shownEndReason } from './session-end.ts';

const user = { is_invited: false, is_temporary: false };
const guest = { is_invited: true, is_temporary: false };
const now = Date.UTC(2026, 10, 28, 9);
const worker = { is_invited: true, is_temporary: true, work_ends: '2026-11-28T10:00:00.000Z' };
const done = { ...worker, work_ends: '2026-11-28T09:00:00.000Z' };

test.each([
  [user, 'expired', 'expired'],
  [user, 'deactivated', 'deactivated'],
  [user, 'deleted', 'deleted'],
  [guest, 'expired', 'invitation'],
  [guest, 'policy', 'policy'],
  // The invitation was revoked.
  [guest, 'operator', 'operator'],
  [worker, 'expired', 'temporary'],
  [worker, 'deactivated', 'ticket'],
  [worker, 'deleted', 'ticket'],
  [worker, 'policy', 'policy'],
  [worker, null, null],
  [done, 'expired', 'work_over'],
  [done, 'deactivated', 'work_over'],
  [done, 'policy', 'policy'],
  [null, 'expired', 'expired'],
] as const)('the session of %j that ends with %j is told as %j', (profile, reason, told) => {
  expect(shownEndReason(profile, reason, now)).toBe(told);
});
