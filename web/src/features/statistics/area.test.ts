import { flagsOf } from '@vigil/shared/domain/permissions';
import { noRights } from '@vigil/shared/domain/rights-record.test-support';
import { expect, test } from 'vitest';
import { statisticsArea } from './area.ts';

const viewer = (rights: object, isCorporate = true) => ({
  flags: flagsOf({ ...noRights, ...rights }),
  isCorporate,
  isGuest: false,
  usesApproval: false,
});

test.each([
  ['are opened by an administrator', viewer({ type: 'Manager' }), null],
  ['are opened by a reader of reports', viewer({ auth_val: 9 }), null],
  ['are refused to other users', viewer({}), 403],
  ['do not exist for an account that is not corporate', viewer({ type: 'Manager' }, false), 404],
])('statistics and histories %s', (_what, one, code) => {
  expect(new Set(statisticsArea.pages.map(({ denies }) => denies?.(one)))).toEqual(new Set([code]));
});
