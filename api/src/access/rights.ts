import { desc, eq } from 'drizzle-orm';
import { flagsOf, isCorporateLicence, type RightsRecord } from '@vigil/shared/domain/permissions';
import type { Tx } from '@vigil/shared/platform/db/client';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { groupMembers } from '@vigil/shared/platform/db/schema/devices';
import type { users } from '@vigil/shared/platform/db/schema/users';
import type { SessionRecord } from '@vigil/shared/platform/sessions';

type User = typeof users.$inferSelect;

export const rightsRecordOf = (user: User): RightsRecord => ({
  type: user.type,
  member_type_id: user.memberTypeId,
  auth_val: user.authVal,
  auth_remotecontrol: user.authRemotecontrol,
  auth_devicemanagement: user.authDevicemanagement,
  auth_filemanager: user.authFilemanager,
  auth_remoteview: user.authRemoteview,
  auth_update: user.authUpdate,
  auth_thumbnailview: user.authThumbnailview,
  auth_restart: user.authRestart,
  use_approval_function: user.useApprovalFunction,
});

type Rights = Pick<SessionRecord, 'user' | 'company' | 'name' | 'mgrid' | 'flags' | 'isCorporate' | 'groups'>;

/** What a session records of its user: rights, licence and groups as they are now. */
export async function readRights(tx: Tx, user: User): Promise<Rights> {
  const flags = flagsOf(rightsRecordOf(user));
  const [licence] = await tx
    .select({ type: licences.type })
    .from(licences)
    .where(eq(licences.companyFk, user.companyFk))
    .orderBy(desc(licences.expiresAt))
    .limit(1);
  const groups = flags.isAdmin
    ? ('all' as const)
    : (await tx.select({ pk: groupMembers.groupFk }).from(groupMembers).where(eq(groupMembers.memberFk, user.pk))).map(
        (row) => row.pk,
      );
  return {
    user: user.pk,
    company: user.companyFk,
    name: user.name,
    mgrid: user.mgrid,
    flags,
    isCorporate: licence ? isCorporateLicence(licence.type) : false,
    groups,
  };
}
