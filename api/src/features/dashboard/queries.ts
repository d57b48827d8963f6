import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { serverAbsences } from '@vigil/shared/platform/db/schema/server-absences';
import { alertKind } from '@vigil/shared/platform/histories/alert-history';
import { whereRemoteVisible } from '@vigil/shared/platform/histories/remote-history';
import { and, asc, count, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { whereIncidentOpen } from '../../access/incident-visibility.ts';
import type { Caller } from '../../identity/sessions/caller.ts';

/** What the dashboard needs of each device in sight. */
export const selectDevicesOfDashboard = (tx: ReadTx, caller: Caller) =>
  tx
    .select({
      pk: devices.pk,
      group: devices.groupFk,
      alias: devices.alias,
      approval: devices.approval,
      version: devices.agentVersion,
    })
    .from(devices)
    .where(whereInSight(caller))
    .orderBy(asc(devices.pk));

/** When the servers could not see whether devices were connected; of all companies. */
export const selectServerAbsences = (tx: ReadTx, since: Date) =>
  tx
    .select({ from: serverAbsences.from, until: serverAbsences.until })
    .from(serverAbsences)
    .where(gt(serverAbsences.until, since));

export async function countOpenIncidents(tx: ReadTx, caller: Caller): Promise<{ open: number; acknowledged: number }> {
  const [row] = await tx
    .select({
      open: count(),
      acknowledged: sql<number>`(count(*) filter (where ${incidents.acknowledgedAt} is not null))::int`,
    })
    .from(incidents)
    .where(whereIncidentOpen(tx, caller));
  return row ?? { open: 0, acknowledged: 0 };
}

/** Open alerts of devices in sight, by kind. An alert of a deleted device stays open until the next evaluation. */
export async function countAlertsByKind(tx: ReadTx, caller: Caller): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .select({ kind: alertKind.mapWith(Number), count: count() })
    .from(alerts)
    .innerJoin(devices, eq(devices.pk, alerts.deviceFk))
    .where(and(isNull(alerts.endedAt), whereInSight(caller)))
    .groupBy(alertKind);
  return new Map(rows.map((row) => [row.kind, row.count]));
}

export async function countRunningSessions(tx: ReadTx, caller: Caller): Promise<{ rc: number; ft: number }> {
  const rows = await tx
    .select({ type: remoteSessions.type, count: count() })
    .from(remoteSessions)
    .where(and(isNotNull(remoteSessions.redeemedAt), isNull(remoteSessions.endedAt), whereRemoteVisible(tx, caller)))
    .groupBy(remoteSessions.type);
  const { rc = 0, rv = 0, ft = 0 } = Object.fromEntries(rows.map((row) => [row.type, row.count]));
  return { rc: rc + rv, ft };
}
