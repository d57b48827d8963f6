import { eq } from 'drizzle-orm';
import type { deleteManager } from '@vigil/shared/contract/http/manager-changes';
import type { SessionId } from '@vigil/shared/contract/ids';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import { sessions as sessionRows } from '@vigil/shared/platform/db/schema/users';
import { detailsChanged } from '@vigil/shared/platform/fleet/change';
import { changeFleet, changeRights, type WriteTx } from '@vigil/shared/platform/changes/commit-change';
import { endTicketsOfRequester } from '../../access/requester-tickets.ts';
import type { Call } from '../../http/routes.ts';
import { findOpenSessions } from '../../session/session-queries.ts';
import { assertAdminStays, auditUser, findChangeable, releaseMembers } from './change-manager.ts';
import { deleteUser, selectGroupsOf } from './manager-queries.ts';

/**
 * Deletes a user: what the user did stays readable, undecided requests go to an administrator, sessions end (decision 30). The tickets
 * that the user asked for end with their accounts. Browsers that show a group of the user read its users again.
 */
export async function removeManager(
  tx: WriteTx,
  { caller, params: { pk } }: Call<typeof deleteManager>,
  at: Date,
): Promise<{ ids: SessionId[]; endedTickets: number }> {
  const user = await findChangeable(tx, caller, { pk, rule: 'standing' });
  await assertAdminStays(tx, user);
  await releaseMembers(tx, caller, user);
  const endedTickets = await endTicketsOfRequester(tx, caller, { requester: pk, at });
  const open = await findOpenSessions(tx, eq(sessionRows.userFk, pk), at);
  const groups = await selectGroupsOf(tx, pk);
  await deleteUser(tx, pk);
  await auditUser(tx, caller, { code: auditCode.userDeleted, about: user.mgrid, before: user.name, after: '' });
  changeFleet(tx, detailsChanged(groups));
  changeRights(tx, pk);
  return { ids: open.map((row) => row.sessions.id), endedTickets };
}
