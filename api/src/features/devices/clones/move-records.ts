import type { DevicePk } from '@vigil/shared/contract/ids';
import { openCommandStates } from '@vigil/shared/domain/command-life';
import type { Tx } from '@vigil/shared/platform/db/client';
import { applicationCommands } from '@vigil/shared/platform/db/schema/applications';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { bulkJobDevices } from '@vigil/shared/platform/db/schema/bulk-jobs';
import { commands, commandSteps } from '@vigil/shared/platform/db/schema/commands';
import { deviceConnections, favourites } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { alerts, audits, usageMinutes } from '@vigil/shared/platform/db/schema/records';
import { agentRolloutDevices } from '@vigil/shared/platform/db/schema/releases';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { ticketDevices } from '@vigil/shared/platform/db/schema/tickets';
import { and, eq, isNotNull, isNull, inArray, sql, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';

interface Merge {
  readonly from: DevicePk;
  readonly into: DevicePk;
  readonly at: Date;
}

type MoveRecords = (tx: Tx, merge: Merge) => Promise<unknown>;

/** Every row. */
const all =
  (device: PgColumn, more: SQL = sql``): MoveRecords =>
  (tx, { from, into }) =>
    tx.execute(sql`update ${device.table} set ${name(device)} = ${into}${more} where ${device} = ${from}`);

/** The rows that the other device does not have yet; the rest is dropped. `key` is what is unique for a device. */
const missing =
  (device: PgColumn, key: PgColumn): MoveRecords =>
  async (tx, { from, into }) => {
    const taken = sql`select ${key} from ${device.table} where ${device} = ${into}`;
    await tx.execute(sql`
      update ${device.table} set ${name(device)} = ${into} where ${device} = ${from} and ${key} not in (${taken})`);
    await tx.execute(sql`delete from ${device.table} where ${device} = ${from}`);
  };

const name = (column: PgColumn) => sql.identifier(column.name);

/** Unfinished commands of the deleted device fail: the agent of the other device does not receive them. */
const endCommands: MoveRecords = async (tx, { from, at }) => {
  const message = 'not_online_warning';
  const ended = await tx
    .update(commands)
    .set({ state: 'failed', message, finishedAt: at })
    .where(and(eq(commands.deviceFk, from), inArray(commands.state, openCommandStates)))
    .returning({ commandFk: commands.id, companyFk: commands.companyFk });
  if (ended.length > 0)
    await tx.insert(commandSteps).values(ended.map((row) => ({ ...row, state: 'failed' as const, message, at })));
};

/** Open alerts of the deleted device end: at most one of a kind may be open for the other device. */
const endAlerts: MoveRecords = (tx, { from, at }) =>
  tx
    .update(alerts)
    .set({ endedAt: at })
    .where(and(eq(alerts.deviceFk, from), isNull(alerts.endedAt)));

/** Rows without an outcome stay with the deleted device: the user of the bulk job did not select the other one. */
const finishedBulkRows: MoveRecords = (tx, { from, into }) =>
  tx
    .update(bulkJobDevices)
    .set({ deviceFk: into })
    .where(and(eq(bulkJobDevices.deviceFk, from), isNotNull(bulkJobDevices.outcome)));

/** Rows without an outcome stay with the deleted device: the rollout skips it. */
const finishedRolloutRows: MoveRecords = (tx, { from, into }) =>
  tx
    .update(agentRolloutDevices)
    .set({ deviceFk: into })
    .where(and(eq(agentRolloutDevices.deviceFk, from), isNotNull(agentRolloutDevices.outcome)));

/**
 * What is recorded of a device, and how it moves to the device that replaces it. A new table with rows of devices needs
 * an entry; `move-records.pg.test.ts` compares the list with the database.
 */
const moves: readonly (readonly [table: PgTable, ...steps: MoveRecords[]])[] = [
  [commands, endCommands, all(commands.deviceFk)],
  [audits, all(audits.deviceFk)],
  [incidents, all(incidents.deviceFk)],
  [alerts, endAlerts, all(alerts.deviceFk)],
  [usageMinutes, missing(usageMinutes.deviceFk, usageMinutes.minute)],
  [deviceConnections, all(deviceConnections.deviceFk)],
  [remoteSessions, all(remoteSessions.deviceFk)],
  // Workers tell consoles again which windows are open.
  [approvals, all(approvals.deviceFk, sql`, ${name(approvals.announcedOpen)} = 0`)],
  [bulkJobDevices, finishedBulkRows],
  [applicationCommands, all(applicationCommands.deviceFk)],
  [agentRolloutDevices, finishedRolloutRows],
  [ticketDevices, missing(ticketDevices.deviceFk, ticketDevices.ticketFk)],
  [favourites, missing(favourites.deviceFk, favourites.userFk)],
];

export const movedTableNames: readonly string[] = moves.map(([table]) => getTableConfig(table).name);

/** Moves the records of a device to another, within the company of the transaction. */
export async function moveDeviceRecords(tx: Tx, merge: Merge): Promise<void> {
  for (const [, ...steps] of moves) for (const move of steps) await move(tx, merge);
}
