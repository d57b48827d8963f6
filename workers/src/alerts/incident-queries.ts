import type { AlertPk, CompanyPk, IncidentPk } from '@vigil/shared/contract/ids';
import {
  INCIDENT_REOPENING_MS,
  INCIDENT_CAUSE_SETTLING_MS,
  INCIDENT_WINDOW_MS,
  type IncidentPlanAlert,
  type IncidentOrigin,
  type IncidentOfFixedCause,
} from '@vigil/shared/domain/incidents';
import { alertKindOf } from '@vigil/shared/domain/thresholds';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { channelDeliveries } from '@vigil/shared/platform/db/schema/channels';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { and, eq, gt, gte, inArray, isNull, lte, notExists, or, sql } from 'drizzle-orm';

type AlertRow = typeof alerts.$inferSelect;
type IncidentRow = typeof incidents.$inferSelect;

/** An alert that may still change its incident. */
export interface AlertToRegroup extends IncidentPlanAlert {
  readonly incident: IncidentPk | null;
}

/** The incidents whose cause may still change. */
export const readChangeableIncidents = async (tx: ReadTx, now: number): Promise<IncidentPk[]> => {
  const rows = await tx
    .select({ pk: incidents.pk })
    .from(incidents)
    .where(
      and(
        isNull(incidents.resolvedAt),
        eq(incidents.isCauseFixed, false),
        gt(incidents.openedAt, new Date(now - INCIDENT_CAUSE_SETTLING_MS)),
      ),
    );
  return rows.map(({ pk }) => pk);
};

/** Reads the new alerts `raised`, and the alerts of the incidents whose cause may still change. */
export async function readAlertsToRegroup(
  tx: ReadTx,
  raised: readonly AlertPk[],
  unsettled: readonly IncidentPk[],
): Promise<AlertToRegroup[]> {
  const rows = await tx
    .select({
      pk: alerts.pk,
      device: alerts.deviceFk,
      group: devices.groupFk,
      address: devices.publicIp,
      code: alerts.alertCode,
      at: alerts.raisedAt,
      incident: alerts.incidentFk,
    })
    .from(alerts)
    .innerJoin(devices, eq(devices.pk, alerts.deviceFk))
    .where(or(whereKeyIn(alerts.pk, raised), whereKeyIn(alerts.incidentFk, unsettled)));
  return rows.map(({ code, at, ...row }) => ({ ...row, alertKind: alertKindOf(code), at: at.getTime() }));
}

export function causeOf({ cause, address, groupFk, alertKind, deviceFk }: IncidentRow): IncidentOrigin | null {
  if (cause === 'site') return address === null ? null : { kind: cause, address };
  if (cause === 'group') return groupFk === null ? null : { kind: cause, group: groupFk, alertKind };
  return deviceFk === null ? null : { kind: cause, device: deviceFk };
}

/** Reads the settled incidents that may still take alerts which began at `from` or later, oldest first. */
export async function readJoinableIncidents(
  tx: ReadTx,
  { now, from }: { now: number; from: number },
): Promise<IncidentOfFixedCause[]> {
  const rows = await tx
    .select()
    .from(incidents)
    .where(
      and(
        or(
          sql`${incidents.resolvedAt} is not null`,
          incidents.isCauseFixed,
          lte(incidents.openedAt, new Date(now - INCIDENT_CAUSE_SETTLING_MS)),
        ),
        or(
          gte(incidents.firstAt, new Date(from - INCIDENT_WINDOW_MS)),
          gte(incidents.resolvedAt, new Date(from - INCIDENT_REOPENING_MS)),
        ),
        // Also where the clocks of two workers differ: what was told as over is never the same incident again.
        isNull(incidents.endToldAt),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(channelDeliveries)
            .where(and(eq(channelDeliveries.incidentFk, incidents.pk), eq(channelDeliveries.event, 'resolved'))),
        ),
      ),
    )
    .orderBy(incidents.firstAt, incidents.pk);
  return rows.flatMap((row) => {
    const cause = causeOf(row);
    const resolvedAt = row.resolvedAt?.getTime() ?? null;
    return cause ? [{ pk: row.pk, cause, firstAt: row.firstAt.getTime(), resolvedAt }] : [];
  });
}

/** The approved devices behind public addresses. */
export const readDevicesAtIps = (tx: ReadTx, addresses: readonly string[]) =>
  addresses.length === 0
    ? []
    : tx
        .select({ pk: devices.pk, address: devices.publicIp })
        .from(devices)
        .where(and(eq(devices.approval, 1), inArray(devices.publicIp, [...addresses])));

/** An incident as it is stored: a new one, or one that changes its cause. */
export interface IncidentToStore {
  readonly pk: IncidentPk;
  readonly cause: IncidentOrigin;
  readonly siteCount: number | null;
  readonly firstAt: number;
}

/** The keys of incidents that are about to be stored. */
export async function reserveIncidentPks(tx: Tx, count: number): Promise<IncidentPk[]> {
  if (count === 0) return [];
  const rows = await tx.execute<{ pk: string }>(
    sql`select nextval('incidents_pk_seq') as pk from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ pk }) => Number(pk) as IncidentPk);
}

/** Stores incidents under their keys, over what is known of them; `refreshIncidents` counts `deviceCount`. */
export async function upsertIncidents(
  tx: Tx,
  company: CompanyPk,
  planned: readonly IncidentToStore[],
  at: Date,
): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map(({ pk, cause, siteCount, firstAt }) => ({
    pk,
    cause: cause.kind,
    address: cause.kind === 'site' ? cause.address : null,
    group_fk: cause.kind === 'group' ? cause.group : null,
    alert_kind: cause.kind === 'group' ? cause.alertKind : null,
    device_fk: cause.kind === 'device' ? cause.device : null,
    site_count: siteCount,
    first_at: new Date(firstAt).toISOString(),
  }));
  await tx.execute(sql`
    insert into incidents (pk, company_fk, cause, address, group_fk, alert_kind, device_fk, name, device_count, site_count,
      first_at, opened_at)
    select f.pk, ${company}::int, f.cause, f.address, f.group_fk, f.alert_kind, f.device_fk,
      coalesce(g.name, d.alias, ''), 0, f.site_count, f.first_at, ${at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(pk bigint, cause text, address text, group_fk int,
      alert_kind smallint, device_fk int, site_count int, first_at timestamptz)
    left join device_groups g on g.pk = f.group_fk
    left join devices d on d.pk = f.device_fk
    on conflict (pk) do update set cause = excluded.cause, address = excluded.address, group_fk = excluded.group_fk,
      alert_kind = excluded.alert_kind, device_fk = excluded.device_fk, name = excluded.name,
      site_count = excluded.site_count, first_at = excluded.first_at`);
}

/** Keeps incidents from being planned anew. */
export const fixIncidentCause = (tx: Tx, pk: IncidentPk) =>
  tx.update(incidents).set({ isCauseFixed: true }).where(eq(incidents.pk, pk));

/** The alerts that were held back while servers were away, of the incident of them that nobody was told of yet. */
export async function readUntoldAlerts(tx: ReadTx, now: number): Promise<AlertRow[]> {
  // Those of a maintenance window are told together as well, and have nothing to do with these.
  const quiet = tx
    .select({ one: sql`1` })
    .from(alerts)
    .where(and(eq(alerts.incidentFk, incidents.pk), alerts.isQuiet));
  const [incident] = await tx
    .select({ pk: incidents.pk })
    .from(incidents)
    .where(
      and(
        isNull(incidents.resolvedAt),
        isNull(incidents.openingToldAt),
        incidents.isCauseFixed,
        gt(incidents.openedAt, new Date(now - INCIDENT_CAUSE_SETTLING_MS)),
        notExists(quiet),
      ),
    )
    .orderBy(incidents.pk)
    .limit(1);
  return incident ? tx.select().from(alerts).where(eq(alerts.incidentFk, incident.pk)) : [];
}

/** Puts alerts into incidents. */
export async function assignAlerts(tx: Tx, places: readonly { pk: AlertPk; incident: IncidentPk }[]): Promise<void> {
  if (places.length === 0) return;
  await tx.execute(sql`
    update alerts a set incident_fk = f.incident
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as f(pk bigint, incident bigint)
    where a.pk = f.pk and a.incident_fk is distinct from f.incident`);
}

/** Counts the devices of incidents that were given alerts, and opens those again that were over. */
export async function refreshIncidents(tx: Tx, pks: readonly IncidentPk[]): Promise<void> {
  if (pks.length === 0) return;
  await tx.execute(sql`
    update incidents i set
      device_count = c.devices,
      has_untold_groups = i.opening_told_at is not null and not i.opening_told_groups @> c.groups,
      site_count = case when i.site_count is null then null else greatest(i.site_count, c.devices) end,
      resolved_at = null,
      state = case when i.acknowledged_at is null then 0 else 1 end
    from (
      select alerts.incident_fk, count(distinct alerts.device_fk)::int as devices,
        coalesce(array_agg(distinct d.device_group_fk) filter (where d.pk is not null), '{}') as groups
      from alerts left join devices d on d.pk = alerts.device_fk
      where ${whereKeyIn(alerts.incidentFk, pks)} group by alerts.incident_fk
    ) c
    where i.pk = c.incident_fk`);
}

/** Deletes incidents whose alerts are now all in others. @returns their keys */
export async function deleteEmptyIncidents(tx: Tx, pks: readonly IncidentPk[]): Promise<IncidentPk[]> {
  if (pks.length === 0) return [];
  const rows = await tx
    .delete(incidents)
    .where(
      and(
        whereKeyIn(incidents.pk, pks),
        notExists(tx.select().from(alerts).where(eq(alerts.incidentFk, incidents.pk))),
      ),
    )
    .returning({ pk: incidents.pk });
  return rows.map(({ pk }) => pk);
}

/** Ends the incidents of which no alert is open. @returns their keys */
export async function resolveEndedIncidents(tx: Tx, at: Date): Promise<IncidentPk[]> {
  const isOpen = and(eq(alerts.incidentFk, incidents.pk), isNull(alerts.endedAt));
  const rows = await tx
    .update(incidents)
    .set({ state: 2, resolvedAt: at })
    .where(and(isNull(incidents.resolvedAt), notExists(tx.select().from(alerts).where(isOpen))))
    .returning({ pk: incidents.pk });
  return rows.map(({ pk }) => pk);
}
