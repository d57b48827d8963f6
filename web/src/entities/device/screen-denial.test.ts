import { flagsOf } from '@vigil/shared/domain/permissions';
import { expect, test } from 'vitest';
import { screenObstacle } from './screen-denial.ts';

const viewer = { flags: flagsOf({ type: 'Manager' } as never), isCorporate: true, isGuest: false, usesApproval: false };

test('a device that waits for approval has no frame, and an offline one its last', () => {
  const waiting = { kind: 'state', code: 'device_not_approved' };
  expect(screenObstacle(viewer, { alive: 1, approval: 0 })).toEqual(waiting);
  expect(screenObstacle(viewer, { alive: 0, approval: 0 })).toEqual(waiting);
  expect(screenObstacle(viewer, { alive: 0, approval: 1 })).toBeNull();
  expect(screenObstacle({ ...viewer, usesApproval: true }, { alive: 1, approval: 0 })).toMatchObject({
    code: 'out_of_window',
  });
  expect(screenObstacle({ ...viewer, isCorporate: false }, { alive: 1, approval: 1 })).toMatchObject({
    denial: { reason: 'licence' },
  });
});
