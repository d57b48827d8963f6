import { flagsOf } from '@vigil/shared/domain/permissions';
import { expect, test } from 'vitest';
import { screenObstacle } from './screen-denial.ts';

const viewer = { flags: flagsOf({ type: 'Manager' } as never), isCorporate: true, isGuest: false, usesApproval: false };

test('a device that waits for approval has no frame, and an offline one its last', () => {
  const waiting = { kind: 'state', code: 'device_not_approved' };
  expect(screenObstacle(viewer, { isOnline: true, isApproved: false })).toEqual(waiting);
  expect(screenObstacle(viewer, { isOnline: false, isApproved: false })).toEqual(waiting);
  expect(screenObstacle(viewer, { isOnline: false, isApproved: true })).toBeNull();
  expect(screenObstacle({ ...viewer, usesApproval: true }, { isOnline: true, isApproved: false })).toMatchObject({
    code: 'out_of_window',
  });
  expect(screenObstacle({ ...viewer, isCorporate: false }, { isOnline: true, isApproved: true })).toMatchObject({
    denial: { reason: 'licence' },
  });
});
