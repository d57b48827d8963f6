import { and, desc, eq, sql } from 'drizzle-orm';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { seesGroup, type Sight } from '@vigil/shared/domain/sight';
import { inSight } from '@vigil/shared/platform/db/device-scope';
import { readSight } from '@vigil/shared/platform/sight';
import { flagsOf, isCorporateLicence, needsWindow, type RightsRecord } from '@vigil/shared/domain/permissions';
import { readWindows } from '@vigil/shared/platform/approval-windows';
import type { Tx } from '@vigil/shared/platform/db/client';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { hasKey } from '@vigil/shared/platform/db/has-key';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
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
  disable_filetransfer: user.disableFileTransfer,
});

type Rights = Pick<
  SessionRecord,
  'user' | 'company' | 'name' | 'mgrid' | 'flags' | 'isCorporate' | 'sight' | 'usesApproval' | 'windows'
>;

/** What a session records of its user: rights, licence and sight as they are now. */
export async function readRights(tx: Tx, user: User): Promise<Rights> {
  const flags = flagsOf(rightsRecordOf(user));
  const usesApproval = needsWindow(user.useApproval, flags);
  const [licence] = await tx
    .select({ type: licences.type })
    .from(licences)
    .where(eq(licences.companyFk, user.companyFk))
    .orderBy(desc(licences.expiresAt))
    .limit(1);
  return {
    user: user.pk,
    company: user.companyFk,
    name: user.name,
    mgrid: user.mgrid,
    flags,
    isCorporate: licence ? isCorporateLicence(licence.type) : false,
    sight: await readSight(tx, user),
    usesApproval,
    windows: usesApproval ? await readWindows(tx, user.pk) : [],
  };
}

/**
 * What remains of a sight within the limit of an API token: the groups that it names, with all that is below them now. Null is no
 * limit.
 */
export async function limitSight(tx: Tx, sight: Sight, limit: readonly GroupPk[] | null): Promise<Sight> {
  if (limit === null) return sight;
  const rows = await tx.execute<{ pk: GroupPk }>(sql`
    with recursive below as (
      select pk from device_groups where ${hasKey(deviceGroups.pk, limit)}
      union select g.pk from device_groups g join below on g.group_fk = below.pk
    ) select pk from below`);
  const within = { groups: rows.map(({ pk }) => pk) };
  if (sight === 'all') return within;
  if ('groups' in sight) return { groups: within.groups.filter((pk) => seesGroup(sight, pk)) };
  const kept = await tx
    .select({ pk: devices.pk })
    .from(devices)
    .where(and(inSight({ sight }), inSight({ sight: within })));
  return { devices: kept.map(({ pk }) => pk) };
}
