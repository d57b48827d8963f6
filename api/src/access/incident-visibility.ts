import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { and, eq, exists, isNull, sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../identity/sessions/caller.ts';

/** Whether the caller sees a device of the incident. */
export const whereIncidentVisible = (tx: ReadTx, caller: Pick<Caller, 'sight'>): SQL | undefined =>
  caller.sight === 'all'
    ? undefined
    : exists(
        tx
          .select({ one: sql`1` })
          .from(alerts)
          .innerJoin(devices, eq(devices.pk, alerts.deviceFk))
          .where(and(eq(alerts.incidentFk, incidents.pk), whereInSight(caller))),
      );

/** The incidents in sight that are not resolved. */
export const whereIncidentOpen = (tx: ReadTx, caller: Pick<Caller, 'sight'>): SQL | undefined =>
  and(whereIncidentVisible(tx, caller), isNull(incidents.resolvedAt));
