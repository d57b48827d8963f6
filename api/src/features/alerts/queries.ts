import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { and, count, desc, eq, isNull, lt, or } from 'drizzle-orm';
import { MAX_OPEN_ALERTS } from '@vigil/shared/contract/http/alerts';
import { users } from '@vigil/shared/platform/db/schema/users';
import type { UserPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import type { Caller } from '../../identity/sessions/caller.ts';

/** Joined with the devices: an alert of a deleted device stays open until the next evaluation. */
const openAlerts = (caller: Caller) => and(isNull(alerts.endedAt), whereInSight(caller));

export const selectOpenAlerts = (tx: ReadTx, caller: Caller) =>
  tx
    .select({
      pk: alerts.pk,
      device_pk: alerts.deviceFk,
      alert_code: alerts.alertCode,
      alert_value: alerts.value,
      at: alerts.raisedAt,
    })
    .from(alerts)
    .innerJoin(devices, eq(devices.pk, alerts.deviceFk))
    .where(openAlerts(caller))
    .orderBy(desc(alerts.raisedAt), desc(alerts.pk))
    .limit(MAX_OPEN_ALERTS);

export async function countOpenAlerts(tx: ReadTx, caller: Caller): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(alerts)
    .innerJoin(devices, eq(devices.pk, alerts.deviceFk))
    .where(openAlerts(caller));
  return row?.total ?? 0;
}

/** @returns whether the bell was looked at up to an earlier moment before */
export async function updateAlertsSeenAt(tx: Tx, user: UserPk, until: Date): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ alertsSeenAt: until })
    .where(and(eq(users.pk, user), or(isNull(users.alertsSeenAt), lt(users.alertsSeenAt, until))))
    .returning({ pk: users.pk });
  return rows.length > 0;
}
