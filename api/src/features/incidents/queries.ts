import type { QueryOf } from '@vigil/shared/contract/endpoint';
import { MAX_INCIDENT_ALERTS, type listIncidents } from '@vigil/shared/contract/http/incidents';
import type { AlertPk, IncidentPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { containsText } from '@vigil/shared/platform/db/contains';
import { whereInScope, whereInSight } from '@vigil/shared/platform/db/device-scope';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { users } from '@vigil/shared/platform/db/schema/users';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import { and, count, desc, eq, exists, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { whereIncidentOpen, whereIncidentVisible } from '../../access/incident-visibility.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { alertColumns } from '../../wire/alert.ts';

type Query = QueryOf<typeof listIncidents>;

const isUnknown = sql`(${alerts.unknownSince} is not null)`;

/** The alerts of an incident whose devices the caller sees. An administrator also sees those of deleted devices. */
const alertsInSight = (tx: ReadTx, caller: Caller) =>
  tx
    .select({
      incident: alerts.incidentFk,
      devices: sql<number>`count(distinct ${alerts.deviceFk})::int`.as('devices'),
      alerts: sql<number>`count(*)::int`.as('alerts'),
      kinds: sql<number[]>`array_agg(distinct right(${alerts.alertCode}, 1)::int)`.as('kinds'),
      open: sql<number>`(count(*) filter (where ${alerts.endedAt} is null))::int`.as('open'),
      unknown: sql<number>`(count(*) filter (where ${alerts.endedAt} is null and ${isUnknown}))::int`.as('unknown'),
      leading:
        sql<AlertPk>`(array_agg(${alerts.pk} order by ${alerts.endedAt} is not null, ${isUnknown}, ${alerts.raisedAt},
        ${alerts.pk}))[1]`.as('leading'),
    })
    .from(alerts)
    .leftJoin(devices, eq(devices.pk, alerts.deviceFk))
    .where(and(eq(alerts.incidentFk, incidents.pk), whereInSight(caller)))
    .groupBy(alerts.incidentFk)
    .as('in_sight');

function selectIncidents(tx: ReadTx, caller: Caller) {
  const seen = alertsInSight(tx, caller);
  return tx
    .select({
      incident: incidents,
      devices: seen.devices,
      alerts: seen.alerts,
      kinds: seen.kinds,
      open: seen.open,
      unknown: seen.unknown,
      leading: seen.leading,
    })
    .from(incidents)
    .leftJoinLateral(seen, sql`true`)
    .$dynamic();
}

export type StoredIncident = Awaited<ReturnType<typeof selectIncidents>>[number];

const inState = {
  all: undefined,
  open: isNull(incidents.resolvedAt),
  resolved: isNotNull(incidents.resolvedAt),
} as const;

/** The incidents in sight with alerts of these devices. */
const whereAlertsOf = (tx: ReadTx, caller: Caller, those: SQL | undefined): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(alerts)
      .leftJoin(devices, eq(devices.pk, alerts.deviceFk))
      .where(and(eq(alerts.incidentFk, incidents.pk), whereInSight(caller), those)),
  );

function whereFiltered(tx: ReadTx, caller: Caller, query: Query): SQL | undefined {
  const { state, device_pk: device, group_pk: group, search_value: text } = query;
  const hasText = (found: string) =>
    or(
      containsText(incidents.name, found),
      containsText(sql`coalesce(${incidents.address}, '')`, found),
      whereAlertsOf(tx, caller, containsText(alerts.deviceAlias, found)),
    );
  return and(
    inState[state],
    device === undefined ? undefined : whereAlertsOf(tx, caller, eq(alerts.deviceFk, device)),
    group === undefined ? undefined : whereAlertsOf(tx, caller, whereInScope(group)),
    text ? hasText(text) : undefined,
  );
}

export const selectIncidentPage = (tx: ReadTx, caller: Caller, query: Query) =>
  selectPage(tx, selectIncidents(tx, caller), {
    query,
    rules: {
      where: and(whereIncidentVisible(tx, caller), whereFiltered(tx, caller, query)),
      sort: { opened_at: incidents.openedAt, resolved_at: incidents.resolvedAt },
      key: incidents.pk,
      date: { column: incidents.openedAt },
    },
  });

/**
 * Of the incidents in sight: how many are not resolved, and of these not seen in the bell, and until when the caller
 * looked at it.
 */
export async function readIncidentCounts(
  tx: ReadTx,
  caller: Caller,
): Promise<{ open: number; unseen: number; seenAt: Date | null; hasThresholds: boolean }> {
  const seenAt = tx.select({ at: users.alertsSeenAt }).from(users).where(eq(users.pk, caller.user));
  const [row] = await tx
    .select({
      open: count(),
      unseen: sql<number>`(count(*) filter (where ${incidents.openedAt} > coalesce((${seenAt}), '-infinity')))::int`,
      seenAt: sql<string | null>`(${seenAt})`,
      hasThresholds: sql<boolean>`exists (select from alert_thresholds where company_fk = ${caller.company})`,
    })
    .from(incidents)
    .where(whereIncidentOpen(tx, caller));
  return {
    open: row?.open ?? 0,
    unseen: row?.unseen ?? 0,
    seenAt: row?.seenAt ? new Date(row.seenAt) : null,
    hasThresholds: row?.hasThresholds ?? false,
  };
}

/** @returns undefined where the caller sees none of its devices */
export async function findIncident(tx: ReadTx, caller: Caller, pk: IncidentPk): Promise<StoredIncident | undefined> {
  const [row] = await selectIncidents(tx, caller).where(and(eq(incidents.pk, pk), whereIncidentVisible(tx, caller)));
  return row;
}

const incidentAlertColumns = {
  ...alertColumns,
  device_alias: alerts.deviceAlias,
  unknown_spans: alerts.unknownSpans,
  ended_at: alerts.endedAt,
};

/** The leading alerts of a page, in one query. */
export async function selectLeadingAlerts(tx: ReadTx, rows: readonly StoredIncident[]) {
  const pks = rows.flatMap(({ leading }) => (leading === null ? [] : [Number(leading) as AlertPk]));
  const found = await tx.select(incidentAlertColumns).from(alerts).where(whereKeyIn(alerts.pk, pks));
  return new Map(found.map((alert) => [alert.pk, alert]));
}

export type StoredIncidentAlert = Awaited<ReturnType<typeof selectIncidentAlerts>>[number];

export const selectIncidentAlerts = (tx: ReadTx, caller: Caller, pk: IncidentPk) =>
  tx
    .select(incidentAlertColumns)
    .from(alerts)
    .leftJoin(devices, eq(devices.pk, alerts.deviceFk))
    .where(and(eq(alerts.incidentFk, pk), whereInSight(caller)))
    .orderBy(desc(alerts.raisedAt), desc(alerts.pk))
    .limit(MAX_INCIDENT_ALERTS);

/**
 * Changes an incident that is not over: it may end by itself at any time.
 * @returns its cause; undefined if it was over
 */
export async function updateUnresolvedIncident(
  tx: Tx,
  pk: IncidentPk,
  change: Partial<typeof incidents.$inferInsert>,
): Promise<{ name: string; address: string | null } | undefined> {
  const [row] = await tx
    .update(incidents)
    .set(change)
    .where(and(eq(incidents.pk, pk), isNull(incidents.resolvedAt)))
    .returning({ name: incidents.name, address: incidents.address });
  return row;
}
