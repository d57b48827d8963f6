import {
  updateIncident as changeIncidentEndpoint,
  listIncidents,
  readIncident,
  type Incident,
  type IncidentAlert,
} from '@vigil/shared/contract/http/incidents';
import type { AlertPk, IncidentPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { announceIncidentsOnCommit, readIncidentsWithGroups } from '@vigil/shared/platform/incident-changes';
import { parseTypedRange } from '../../access/date-range.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { optionalIso, wireAlert } from '../../wire/alert.ts';
import { readEscalations } from './escalations.ts';
import {
  findIncident,
  selectIncidentAlerts,
  selectLeadingAlerts,
  readIncidentCounts,
  selectIncidentPage,
  type StoredIncident,
  type StoredIncidentAlert,
} from './queries.ts';
import { changeIncident } from './service.ts';

const wireIncidentAlert = ({ ended_at, unknown_spans, ...alert }: StoredIncidentAlert): IncidentAlert => ({
  ...wireAlert(alert),
  unknown_spans: unknown_spans.map(([from, until]) => [new Date(from).toISOString(), new Date(until).toISOString()]),
  ended_at: optionalIso(ended_at),
});

interface IncidentForCaller {
  readonly row: StoredIncident;
  readonly leading: StoredIncidentAlert | undefined;
  readonly escalations: Incident['escalations'];
}

async function withAlertsAndEscalations(
  tx: ReadTx,
  { sight, kind }: Caller,
  { rows, now }: { rows: readonly StoredIncident[]; now: number },
): Promise<IncidentForCaller[]> {
  const leading = await selectLeadingAlerts(tx, rows);
  const pks = sight === 'all' && kind !== 'screen' ? rows.map(({ incident }) => incident.pk) : [];
  const escalations = await readEscalations(tx, pks, now);
  return rows.map((row) => ({
    row,
    leading: leading.get(Number(row.leading) as AlertPk),
    escalations: escalations.get(row.incident.pk) ?? [],
  }));
}

async function readIncidentForCaller(
  tx: ReadTx,
  caller: Caller,
  { pk, now }: { pk: IncidentPk; now: number },
): Promise<IncidentForCaller> {
  const row = await findIncident(tx, caller, pk);
  const [found] = row ? await withAlertsAndEscalations(tx, caller, { rows: [row], now }) : [];
  if (!found) throw new Problem('not_found');
  return found;
}

const wire = (
  { sight, kind }: Caller,
  { row: { incident, devices, alerts, kinds, open, unknown }, leading, escalations }: IncidentForCaller,
): Incident => ({
  pk: incident.pk,
  state: incident.state,
  cause: incident.cause,
  address: incident.address,
  group_pk: incident.groupFk,
  alert_kind: incident.alertKind,
  device_pk: incident.deviceFk,
  name: incident.name,
  device_count: devices ?? 0,
  site_count: sight === 'all' ? incident.siteCount : null,
  alert_kinds: kinds ?? [],
  alert_count: alerts ?? 0,
  open_count: open ?? 0,
  unknown_count: unknown ?? 0,
  leading_alert: leading ? wireIncidentAlert(leading) : null,
  first_at: incident.firstAt.toISOString(),
  opened_at: incident.openedAt.toISOString(),
  acknowledged_at: optionalIso(incident.acknowledgedAt),
  acknowledged_by: incident.acknowledgedName,
  // Everybody who passes a wall screen reads it: it says who takes care of an incident, not what was written about it.
  note: kind === 'screen' ? '' : incident.note,
  escalations,
  resolved_at: optionalIso(incident.resolvedAt),
});

export function registerIncidentRoutes(routes: RouteRegistry, { database, now }: Deps): void {
  routes.on(listIncidents, ({ caller, query }) =>
    database.read(caller.company, async (tx) => {
      const { rows, meta } = await selectIncidentPage(tx, caller, await parseTypedRange(tx, caller, query));
      const { open, unseen, seenAt, hasThresholds } = await readIncidentCounts(tx, caller);
      return {
        objects: (await withAlertsAndEscalations(tx, caller, { rows, now: now() })).map((incident) =>
          wire(caller, incident),
        ),
        meta: {
          total_count: meta.total_count,
          open_count: open,
          unseen_count: unseen,
          seen_until: optionalIso(seenAt),
          has_thresholds: hasThresholds,
        },
      };
    }),
  );

  routes.on(readIncident, ({ caller, params: { pk } }) =>
    database.read(caller.company, async (tx) => {
      const incident = await readIncidentForCaller(tx, caller, { pk, now: now() });
      const alerts = await selectIncidentAlerts(tx, caller, pk);
      return { objects: [{ ...wire(caller, incident), alerts: alerts.map(wireIncidentAlert) }] };
    }),
  );

  routes.change(changeIncidentEndpoint, {
    rule: async (tx, { caller, params: { pk }, body }) => {
      await changeIncident(tx, caller, { pk, body, at: new Date(now()) });
      const incident = await readIncidentForCaller(tx, caller, { pk, now: now() });
      announceIncidentsOnCommit(tx, caller.company, { changed: await readIncidentsWithGroups(tx, [pk]), merged: [] });
      return incident;
    },
    reply: (incident, { caller }) => ({ objects: [wire(caller, incident)] }),
  });
}
