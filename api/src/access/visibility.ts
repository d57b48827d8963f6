import type { DevicePk, DeviceGuid } from '@vigil/shared/contract/ids';
import { groupsInSight } from '@vigil/shared/domain/sight';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { whereHistoryVisible } from '@vigil/shared/platform/histories/visibility';
import type { Session } from '@vigil/shared/platform/sessions';
import { and, eq, inArray, isNull, notInArray, or, type SQL } from 'drizzle-orm';
import type { Caller } from '../identity/sessions/caller.ts';

/** One device, if the caller may see it. */
export async function findVisibleDevice(
  tx: ReadTx,
  caller: Pick<Session, 'sight'>,
  by: { pk: DevicePk } | { guid: DeviceGuid },
) {
  const named = 'pk' in by ? eq(devices.pk, by.pk) : eq(devices.guid, by.guid);
  const [device] = await tx
    .select({ pk: devices.pk, alias: devices.alias, approval: devices.approval })
    .from(devices)
    .where(and(named, whereInSight(caller)));
  return device;
}

/**
 * The entries of the audit that a caller may read: those that name a user or policies are for administrators only,
 * those of a group for those who see it, the others as in any history. Of a group that was deleted, a caller reads
 * their own actions.
 */
export function whereAuditVisible(tx: ReadTx, caller: Pick<Caller, 'sight' | 'user' | 'token'>): SQL | undefined {
  const { deviceFk: device, memberFk: user, subjectKind, subjectPk } = audits;
  const groups = groupsInSight(caller.sight);
  if (groups === 'all') return undefined;
  const isOfGroup = eq(subjectKind, 'group');
  const existing = tx.select({ pk: deviceGroups.pk }).from(deviceGroups);
  const seen = tx.select({ pk: deviceGroups.pk }).from(deviceGroups).where(whereKeyIn(deviceGroups.pk, groups));
  const isOwn = caller.token?.groupLimit
    ? undefined
    : and(eq(user, caller.user), or(isNull(subjectPk), notInArray(subjectPk, existing)));
  return or(
    and(isNull(subjectKind), whereHistoryVisible(tx, caller, { device, user })),
    and(isOfGroup, or(inArray(subjectPk, seen), isOwn)),
  );
}
