import { eq, sql } from 'drizzle-orm';
import type { CompanyPk, GroupPk, IncidentPk } from '../contract/ids.ts';
import type { IncidentState } from '../contract/names.ts';
import { sendOnCommit, type ChangeTx } from './changes/commit-change.ts';
import type { ReadTx } from './db/client.ts';
import { whereKeyIn } from './db/has-key.ts';
import { devices } from './db/schema/devices.ts';
import { incidents } from './db/schema/incidents.ts';
import { alerts } from './db/schema/records.ts';

export interface IncidentWithGroups {
  readonly pk: IncidentPk;
  readonly state: IncidentState;
  /** The groups of its devices, with how many each has; none where all were deleted. */
  readonly groups: readonly (readonly [GroupPk, number])[];
}

/** The present state of incidents, with the groups that decide who may see them. */
export async function readIncidentsWithGroups(tx: ReadTx, pks: readonly IncidentPk[]): Promise<IncidentWithGroups[]> {
  if (pks.length === 0) return [];
  const rows = await tx
    .select({
      pk: incidents.pk,
      state: incidents.state,
      group: devices.groupFk,
      count: sql<number>`count(distinct ${devices.pk})::int`,
    })
    .from(incidents)
    .innerJoin(alerts, eq(alerts.incidentFk, incidents.pk))
    // An incident ends also by the deletion of its devices.
    .leftJoin(devices, eq(devices.pk, alerts.deviceFk))
    .where(whereKeyIn(incidents.pk, pks))
    .groupBy(incidents.pk, incidents.state, devices.groupFk);
  const changes = new Map<IncidentPk, { pk: IncidentPk; state: IncidentState; groups: [GroupPk, number][] }>();
  for (const { pk, state, group, count } of rows) {
    const change = changes.get(pk) ?? { pk, state, groups: [] };
    if (group !== null) change.groups.push([group, count]);
    changes.set(pk, change);
  }
  return [...changes.values()];
}

/** Incidents that were opened or changed, and those whose alerts are in others now. */
export interface IncidentChangesToAnnounce {
  readonly changed: readonly IncidentWithGroups[];
  readonly merged: readonly IncidentPk[];
}

const ROWS_PER_MESSAGE = 1_000;

/** Tells browsers, after the commit. */
export function announceIncidentsOnCommit(
  tx: ChangeTx,
  company: CompanyPk,
  { changed, merged }: IncidentChangesToAnnounce,
): void {
  const rows = [
    ...changed.map(({ pk, state, groups }) => ({
      pk,
      state,
      groups: groups.map(([group, count]) => [group, count] as [GroupPk, number]),
    })),
    ...merged.map((pk) => ({ pk, state: null, groups: [] })),
  ];
  for (let start = 0; start < rows.length; start += ROWS_PER_MESSAGE) {
    sendOnCommit(tx, company, { t: 'incidents', rows: rows.slice(start, start + ROWS_PER_MESSAGE) });
  }
}
