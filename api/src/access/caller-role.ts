import { Problem } from '@vigil/shared/contract/problems';
import { flagsOf } from '@vigil/shared/domain/permissions';
import type { Tx } from '@vigil/shared/platform/db/client';
import { pickRightsColumns } from '@vigil/shared/platform/rights';
import { selectUserForShare } from '@vigil/shared/platform/users/session-queries';
import type { Caller } from '../identity/sessions/caller.ts';

/**
 * A request is admitted when it begins, and changes users and groups later: after a lock, or after hundreds of hashes.
 * The role of the caller is read again in the transaction of the change, and cannot be taken away until its end.
 * @throws Problem `not_allowed` for a caller who was deactivated, demoted or deleted meanwhile
 */
export async function lockCallerRole(tx: Tx, { user, flags: admitted }: Caller): Promise<void> {
  const current = await selectUserForShare(tx, user);
  const flags = current?.active ? flagsOf(pickRightsColumns(current)) : undefined;
  if (flags?.isAdmin) return;
  const lost = (['isAdmin', 'isSubManager'] as const).find((role) => admitted[role] && !flags?.[role]);
  if (lost) throw new Problem('not_allowed', { reason: 'role', detail: lost });
}
