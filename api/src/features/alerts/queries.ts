import { MAX_OPEN_ALERTS } from '@vigil/shared/contract/http/alerts';
import type { GroupPk, UserPk } from '@vigil/shared/contract/ids';
import { alertKindNumbers } from '@vigil/shared/domain/thresholds';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { users } from '@vigil/shared/platform/db/schema/users';
import { and, count, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';
import { alertColumns } from '../../wire/alert.ts';

/** Joined with the devices: an alert of a deleted device stays open until the next evaluation. */
const openAlerts = (caller: Caller) => and(isNull(alerts.endedAt), whereInSight(caller));

export const selectOpenAlerts = (tx: ReadTx, caller: Caller) =>
  tx
    .select({
      ...alertColumns,
    })
    .from(alerts)
    .innerJoin(devices, eq(devices.pk, alerts.deviceFk))
    .where(openAlerts(caller))
    .orderBy(desc(alerts.raisedAt), desc(alerts.pk))
    .limit(MAX_OPEN_ALERTS);

export interface OpenAlertCounts {
  readonly group: GroupPk;
  readonly alerts: number;
  readonly devices: number;
  readonly overThreshold: number;
}

/**
 * Of each group that has some: its open alerts, the devices with one, and those that are over a threshold of a measured
 * value now.
 */
export const countAlertsByGroup = (tx: ReadTx, caller: Caller): Promise<OpenAlertCounts[]> =>
  tx
    .select({
      group: devices.groupFk,
      alerts: count(),
      devices: sql<number>`count(distinct ${devices.pk})::int`,
      overThreshold: sql<number>`(count(distinct ${devices.pk}) filter (where ${isOverThreshold}))::int`,
    })
    .from(alerts)
    .innerJoin(devices, eq(devices.pk, alerts.deviceFk))
    .where(openAlerts(caller))
    .groupBy(devices.groupFk)
    .orderBy(devices.groupFk);

const isOverThreshold = and(
  ne(sql`right(${alerts.alertCode}, 1)`, String(alertKindNumbers.disconnected)),
  isNull(alerts.unknownSince),
  eq(alerts.noData, false),
);

/** @returns whether the bell was looked at up to an earlier moment before */
export async function updateAlertsSeenAt(tx: Tx, user: UserPk, until: Date): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ alertsSeenAt: until })
    .where(and(eq(users.pk, user), or(isNull(users.alertsSeenAt), lt(users.alertsSeenAt, until))))
    .returning({ pk: users.pk });
  return rows.length > 0;
}
