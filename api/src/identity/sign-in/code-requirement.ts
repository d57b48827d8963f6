import type { ReadTx } from '@vigil/shared/platform/db/client';
import { readUserRightsAndIsCorporate } from '../../access/rights.ts';
import type { User } from '@vigil/shared/platform/users/user-rows';

/** Whether signing in asks this user for a one-time code: they come with the Corporate and Free licences (spec 1 §6). */
export const needsOneTimeCode = async (tx: ReadTx, user: User): Promise<boolean> =>
  user.flagUseOtp === 1 && (await readUserRightsAndIsCorporate(tx, user)).isCorporate;
