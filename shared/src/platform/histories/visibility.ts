import { and, eq, inArray, isNull, notInArray, or, sql, type Column, type SQL } from 'drizzle-orm';
import { auditCode } from '../../contract/audit-codes.ts';
import type { CompanyPk, GroupPk, UserPk } from '../../contract/ids.ts';
import { groupsInSight, type Sight } from '../../domain/sight.ts';
import type { ReadTx } from '../db/client.ts';
import { whereInSight } from '../db/device-scope.ts';
import { whereKeyIn } from '../db/has-key.ts';
import { signInRecords } from '../db/schema/accounts.ts';
import { devices } from '../db/schema/devices.ts';
import { audits } from '../db/schema/records.ts';

/** Who reads a history: the caller of a request, or the user of an export. */
export interface HistoryReader {
  readonly sight: Sight;
  readonly user: UserPk;
  /**
   * Where the transaction may read all companies, as those of workers: named as a condition, Postgres finds the index
   * that begins with it.
   */
  readonly ofCompany?: CompanyPk;
  /** An API token in the place of a session, and the groups that limit it. */
  readonly token?: { readonly groupLimit: readonly GroupPk[] | null };
}

/** Devices that were deleted from groups in sight. */
const selectDeletedFromSight = (tx: ReadTx, sight: Sight) => {
  const groups = groupsInSight(sight);
  const seen = groups === 'all' ? undefined : whereKeyIn(audits.deviceGroupFk, groups);
  return (
    tx
      .select({ pk: audits.deviceFk })
      .from(audits)
      // As a literal, so that the partial index of deletions applies.
      .where(and(sql`${audits.actNameId} = ${sql.raw(String(auditCode.delete))}`, seen))
  );
};

/**
 * The rows of a history that a reader may see (decision 55): those of visible devices and of devices that were deleted
 * from groups in sight, and of the viewer's actions those that name no device, or one that was deleted. A device that
 * is in another group by now is not told of. An API token that is limited to groups reads of no device whose group is
 * not known any more.
 */
export function whereHistoryVisible(
  tx: ReadTx,
  reader: HistoryReader,
  { device, user }: { device: Column; user?: Column },
): SQL | undefined {
  if (reader.sight === 'all') return undefined;
  const ofVisible = or(
    inArray(device, tx.select({ pk: devices.pk }).from(devices).where(whereInSight(reader))),
    inArray(device, selectDeletedFromSight(tx, reader.sight)),
  );
  if (reader.token?.groupLimit || user === undefined) return ofVisible;
  const existing = tx.select({ pk: devices.pk }).from(devices);
  const isOwn = and(eq(user, reader.user), or(isNull(device), notInArray(device, existing)));
  return or(ofVisible, isOwn);
}

/**
 * The sign-ins that a reader may see: an administrator those of the company, others their own, which are of no group
 * (decision 55).
 */
export function whereAccessVisible({ sight, user, token }: HistoryReader): SQL | undefined {
  if (sight === 'all') return undefined;
  return token?.groupLimit ? sql`false` : eq(signInRecords.userFk, user);
}
