import {
  acknowledgeOrResolveIncident as changeIncidentEndpoint,
  listIncidents,
  readIncident,
  type Incident,
} from '@vigil/shared/contract/http/incidents';
import { Problem } from '@vigil/shared/contract/problems';
import { announceIncidentsOnCommit, readIncidentsWithGroups } from '@vigil/shared/platform/incident-changes';
import { parseTypedDateRangeForCaller } from '../../access/date-range.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import {
  findIncident,
  selectIncidentAlerts,
  countOpenAndUnseenIncidents,
  selectIncidentPage,
  type StoredIncident,
} from './queries.ts';
import { acknowledgeOrEndIncident } from './service.ts';

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

const wire = ({ sight }: Caller, { incident, devices, alerts, kinds, open }: StoredIncident): Incident => ({
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
  first_at: incident.firstAt.toISOString(),
  opened_at: incident.openedAt.toISOString(),
  acknowledged_at: isoOrNull(incident.acknowledgedAt),
  acknowledged_by: incident.acknowledgedName,
  note: incident.note,
  resolved_at: isoOrNull(incident.resolvedAt),
});

export function registerIncidentRoutes(routes: RouteRegistry, { database, now }: Deps): void {
  routes.on(listIncidents, ({ caller, query }) =>
    database.read(caller.company, async (tx) => {
      const { rows, meta } = await selectIncidentPage(
        tx,
        caller,
        await parseTypedDateRangeForCaller(tx, caller, query),
      );
      const { open, unseen, seenAt } = await countOpenAndUnseenIncidents(tx, caller);
      return {
        objects: rows.map((row) => wire(caller, row)),
        meta: {
          total_count: meta.total_count,
          open_count: open,
          unseen_count: unseen,
          seen_until: isoOrNull(seenAt),
        },
      };
    }),
  );

  routes.on(readIncident, ({ caller, params: { pk } }) =>
    database.read(caller.company, async (tx) => {
      const row = await findIncident(tx, caller, pk);
      if (!row) throw new Problem('not_found');
      const alerts = await selectIncidentAlerts(tx, caller, pk);
      const wired = alerts.map(({ at, ended_at, ...alert }) => ({
        ...alert,
        at: at.toISOString(),
        ended_at: isoOrNull(ended_at),
      }));
      return { objects: [{ ...wire(caller, row), alerts: wired }] };
    }),
  );

  routes.change(changeIncidentEndpoint, {
    rule: async (tx, { caller, params: { pk }, body }) => {
      await acknowledgeOrEndIncident(tx, caller, { pk, body, at: new Date(now()) });
      const row = await findIncident(tx, caller, pk);
      if (!row) throw new Problem('not_found');
      announceIncidentsOnCommit(tx, caller.company, { changed: await readIncidentsWithGroups(tx, [pk]), merged: [] });
      return row;
    },
    reply: (row, { caller }) => ({ objects: [wire(caller, row)] }),
  });
}
