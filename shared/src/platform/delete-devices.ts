import type { SQL } from 'drizzle-orm';
import type { DevicePk, GroupPk } from '../contract/ids.ts';
import type { Tx } from './db/client.ts';
import { deviceDeletions } from './db/schema/agent-identities.ts';
import { devices } from './db/schema/devices.ts';

/**
 * Deletes devices, and records it: only then are their agents told to forget their identities.
 * @returns those that were there
 */
export async function deleteDevices(
  tx: Tx,
  which: SQL | undefined,
): Promise<{ readonly pk: DevicePk; readonly group: GroupPk }[]> {
  const { pk, groupFk, guid, publicKey, companyFk } = devices;
  const gone = await tx.delete(devices).where(which).returning({ pk, group: groupFk, guid, publicKey, companyFk });
  if (gone.length > 0) await tx.insert(deviceDeletions).values(gone).onConflictDoNothing();
  return gone.map((row) => ({ pk: row.pk, group: row.group }));
}
