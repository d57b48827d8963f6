import { expect, test } from 'vitest';
import { sessionEndReasonToShow } from './session-end.ts';

const user = { is_invited: false, is_temporary: false };
const guest = { is_invited: true, is_temporary: false };
const worker = { is_invited: true, is_temporary: true };

test.each([
  [user, 'expired', 'expired'],
  [user, 'deactivated', 'deactivated'],
  [guest, 'expired', 'invitation'],
  [guest, 'policy', 'policy'],
  // The invitation was revoked.
  [guest, 'operator', 'operator'],
  [worker, 'expired', 'temporary'],
  [worker, 'deactivated', 'ticket'],
  [worker, 'policy', 'policy'],
  [worker, null, null],
  [null, 'expired', 'expired'],
] as const)('the session of %j that ends with %j is told as %j', (profile, reason, told) => {
  expect(sessionEndReasonToShow(profile, reason)).toBe(told);
});
