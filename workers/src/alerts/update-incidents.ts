import type { AlertPk, CompanyPk, DevicePk, IncidentPk } from '@vigil/shared/contract/ids';
import { groupAlertsIntoIncidents, type IncidentPlanAlert, type IncidentOrigin } from '@vigil/shared/domain/incidents';
import { alertKindNumbers } from '@vigil/shared/domain/thresholds';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { readIncidentsWithGroups, type IncidentChangesToAnnounce } from '@vigil/shared/platform/incident-changes';
import {
  assignAlerts,
  deleteEmptyIncidents,
  reserveIncidentPks,
  readDevicesAtIps,
  readAlertsToRegroup,
  readJoinableIncidents,
  readChangeableIncidents,
  refreshIncidents,
  resolveEndedIncidents,
  upsertIncidents,
  type AlertToRegroup,
} from './incident-queries.ts';
import { placeAfterAbsence, placeAfterMaintenance } from './place-together.ts';
import type { AlertRow } from './queries.ts';
import type { RaisedAlert } from './raised-alert.ts';

interface Options {
  readonly company: CompanyPk;
  readonly raised: readonly RaisedAlert[];
  /** Those of a maintenance window that is over. */
  readonly afterMaintenance: readonly AlertRow[];
  readonly online: ReadonlySet<DevicePk>;
  readonly now: number;
}

/** Puts new alerts into incidents, and ends those whose alerts are all over; in the transaction of the alerts. */
export async function updateIncidents(tx: Tx, options: Options): Promise<IncidentChangesToAnnounce> {
  const { company, now } = options;
  const held = options.raised.filter(({ finding }) => finding.isAfterAbsence).map(({ row }) => row);
  const together = await placeAfterAbsence(tx, company, { alerts: held, now });
  const quiet = await placeAfterMaintenance(tx, company, { alerts: options.afterMaintenance, now });
  const raised = options.raised
    .filter(({ finding }) => together === undefined || !finding.isAfterAbsence)
    .map(({ row }) => row.pk);
  const { touched, merged } = raised.length === 0 ? none : await placeAlerts(tx, { ...options, raised });
  const resolved = await resolveEndedIncidents(tx, new Date(now));
  const changed = [together, quiet].filter((pk) => pk !== undefined).concat(touched, resolved);
  return { changed: await readIncidentsWithGroups(tx, changed), merged };
}

const none: { touched: IncidentPk[]; merged: IncidentPk[] } = { touched: [], merged: [] };

type Placing = Omit<Options, 'raised' | 'afterMaintenance'> & { readonly raised: readonly AlertPk[] };

async function placeAlerts(tx: Tx, { company, raised, online, now }: Placing): Promise<typeof none> {
  const unsettled = await readChangeableIncidents(tx, now);
  const loose = await readAlertsToRegroup(tx, raised, unsettled);
  const connected = await countConnected(tx, loose, online);
  const connectedAt = (address: string) => connected.get(address) ?? 0;
  const from = loose.reduce((least, { at }) => Math.min(least, at), now);
  const plan = groupAlertsIntoIncidents({
    alerts: loose,
    settled: await readJoinableIncidents(tx, { now, from }),
    connectedAt,
  });

  const kept = keepPks(plan.opened, new Map(loose.map(({ pk, incident }) => [pk, incident])));
  const drawn = await reserveIncidentPks(tx, kept.filter((pk) => pk === null).length);
  const opened = plan.opened.map(({ cause, alerts }, i) => ({
    pk: kept[i] ?? (drawn.pop() as IncidentPk),
    cause,
    alerts,
    siteCount: cause.kind === 'site' ? devicesOf(alerts) + connectedAt(cause.address) : null,
    firstAt: alerts[0]?.at ?? now,
  }));
  await upsertIncidents(tx, company, opened, new Date(now));
  const places = [...plan.joined, ...opened.map(({ pk, alerts }) => [pk, alerts] as const)];
  await assignAlerts(
    tx,
    places.flatMap(([incident, alerts]) => alerts.map(({ pk }) => ({ pk, incident }))),
  );
  const touched = places.map(([pk]) => pk);
  await refreshIncidents(tx, touched);
  const left = unsettled.filter((pk) => !touched.includes(pk));
  return { touched, merged: await deleteEmptyIncidents(tx, left) };
}

const devicesOf = (alerts: readonly IncidentPlanAlert[]): number => new Set(alerts.map(({ device }) => device)).size;

/** Connected devices behind the addresses of several disconnected ones. */
async function countConnected(tx: ReadTx, alerts: readonly AlertToRegroup[], online: ReadonlySet<DevicePk>) {
  const gone = alerts.filter(({ alertKind }) => alertKind === alertKindNumbers.disconnected);
  const addresses = Map.groupBy(gone, ({ address }) => address);
  const several = [...addresses].flatMap(([address, list]) => (address !== null && list.length > 1 ? [address] : []));
  const counts = new Map<string, number>();
  for (const { pk, address } of await readDevicesAtIps(tx, several)) {
    if (address !== null && online.has(pk)) counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
}

/** The key that each planned incident keeps of those that its alerts were in: the lowest that is free, or none. */
function keepPks(
  opened: readonly { cause: IncidentOrigin; alerts: readonly IncidentPlanAlert[] }[],
  incidentOf: ReadonlyMap<AlertPk, IncidentPk | null>,
): (IncidentPk | null)[] {
  const taken = new Set<IncidentPk>();
  return opened.map(({ alerts }) => {
    let lowest: IncidentPk | null = null;
    for (const { pk } of alerts) {
      const incident = incidentOf.get(pk) ?? null;
      if (incident !== null && !taken.has(incident) && (lowest === null || incident < lowest)) lowest = incident;
    }
    if (lowest !== null) taken.add(lowest);
    return lowest;
  });
}
