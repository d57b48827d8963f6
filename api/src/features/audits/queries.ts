import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { Audit, listAudits } from '@vigil/shared/contract/http/audits';
import type { DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { selectAuditPage, type AuditRecord } from '@vigil/shared/platform/audit-history';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import type { CountRows } from '@vigil/shared/platform/db/select-page';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { findVisibleDevice, whereAuditVisible } from '../../access/visibility.ts';
import type { Caller } from '../../identity/sessions/caller.ts';

export const selectVisibleAuditPage = (
  tx: ReadTx,
  caller: Caller,
  { query, countRows }: { query: QueryOf<typeof listAudits>; countRows: CountRows },
) =>
  selectAuditPage(tx, {
    query,
    countRows,
    where: whereAuditVisible(tx, caller),
  });

/** Whether the caller may read of the device: it is in sight, or it is gone and the caller sees the whole company. */
export async function isDeviceReadable(tx: ReadTx, caller: Caller, pk: DevicePk): Promise<boolean> {
  if (await findVisibleDevice(tx, caller, { pk })) return true;
  if (caller.sight !== 'all') return false;
  const [entry] = await tx.select({ pk: audits.pk }).from(audits).where(eq(audits.deviceFk, pk)).limit(1);
  return entry !== undefined;
}

/** A viewer reports what it did when it has ended the session. */
const REPORTED_WITHIN_MS = 10 * 60_000;

/** Whether the user has a remote session with the device, or had one a moment ago. */
export async function hasRemoteSession(
  tx: ReadTx,
  { user, device, at }: { user: UserPk; device: DevicePk; at: Date },
): Promise<boolean> {
  const { userFk, deviceFk, endedAt } = remoteSessions;
  const isRecent = or(isNull(endedAt), gt(endedAt, new Date(at.getTime() - REPORTED_WITHIN_MS)));
  return (await tx.$count(remoteSessions, and(eq(userFk, user), eq(deviceFk, device), isRecent))) > 0;
}

export const wireAudit = (row: Omit<AuditRecord, 'micros'>): Audit => ({
  pk: row.pk,
  act_name_id: row.actNameId,
  act_type_id: row.actTypeId,
  device_pk: row.deviceFk,
  device_alias: row.deviceAlias ?? '',
  member_pk: row.memberFk,
  subject_kind: row.subjectKind,
  subject_pk: row.subjectPk,
  old_value: row.oldValue,
  new_value: row.newValue,
  act_time: row.actTime.toISOString(),
  name: row.name,
  reg_mail: row.regMail,
});
