import { and, inArray, type SQL } from 'drizzle-orm';
import type { ReadTx } from './db/client.ts';
import { selectBranches } from './db/group-branches.ts';
import { whereKeyIn } from './db/has-key.ts';
import type { channels } from './db/schema/channels.ts';
import { devices } from './db/schema/devices.ts';
import { alerts } from './db/schema/records.ts';

type Scope = Pick<typeof channels.$inferSelect, 'groupPks' | 'alertCodes'>;

/** The alerts, with their devices, that a channel is about. */
export async function whereOfChannel(tx: ReadTx, { groupPks, alertCodes }: Scope): Promise<SQL | undefined> {
  return and(
    groupPks === null ? undefined : whereKeyIn(devices.groupFk, await selectBranches(tx, groupPks)),
    alertCodes === null ? undefined : inArray(alerts.alertCode, alertCodes),
  );
}
