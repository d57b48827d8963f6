import type { CompanyPk, GroupPk, IncidentPk } from '@vigil/shared/contract/ids';
import { INCIDENT_WINDOW_MS, type IncidentOrigin } from '@vigil/shared/domain/incidents';
import { alertKindOf } from '@vigil/shared/domain/thresholds';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import {
  assignAlerts,
  findOpenIncidentOfFixedCause,
  fixIncidentCause,
  recountDevicesAndReopenIncidents,
  reserveIncidentPks,
  upsertIncidentsWithoutDeviceCount,
} from './incident-queries.ts';
import { readDefaultGroup, readGroupParents, readGroupsOfDevices, type AlertRow } from './queries.ts';

/** Fewer that were held back while servers were away are placed as any other. */
export const MIN_TOGETHER = 2;

/**
 * Puts alerts that were held back into one incident of the nearest group above their devices, wherever they are: after the servers were away,
 * or at the end of a maintenance window, they have their time in common and not their cause.
 * @returns the incident; undefined for fewer than `least` alerts where there is none that they belong to
 */
export async function placeTogether(
  tx: Tx,
  company: CompanyPk,
  { alerts, least, now }: { alerts: readonly AlertRow[]; least: number; now: number },
): Promise<IncidentPk | undefined> {
  if (alerts.length === 0) return undefined;
  const known = await findOpenIncidentOfFixedCause(tx, new Date(now - INCIDENT_WINDOW_MS));
  if (known === undefined && alerts.length < least) return undefined;
  const incident = known ?? (await openIncident(tx, company, { alerts, now }));
  await assignAlerts(
    tx,
    alerts.map(({ pk }) => ({ pk, incident })),
  );
  await recountDevicesAndReopenIncidents(tx, [incident]);
  return incident;
}

async function openIncident(
  tx: Tx,
  company: CompanyPk,
  { alerts, now }: { alerts: readonly AlertRow[]; now: number },
): Promise<IncidentPk> {
  const [pk] = await reserveIncidentPks(tx, 1);
  if (pk === undefined) throw new Error('no key was reserved');
  const firstAt = alerts.reduce((least, { raisedAt }) => Math.min(least, raisedAt.getTime()), now);
  const incident = { pk, cause: await causeOfAll(tx, alerts), siteCount: null, firstAt };
  await upsertIncidentsWithoutDeviceCount(tx, company, [incident], new Date(now));
  await fixIncidentCause(tx, pk);
  return pk;
}

async function causeOfAll(tx: ReadTx, alerts: readonly AlertRow[]): Promise<IncidentOrigin> {
  const [device, ...otherDevices] = new Set(alerts.map(({ deviceFk }) => deviceFk));
  if (device !== undefined && otherDevices.length === 0) return { kind: 'device', device };
  const [kind, ...otherKinds] = new Set(alerts.map(({ alertCode }) => alertKindOf(alertCode)));
  const alertKind = kind !== undefined && otherKinds.length === 0 ? kind : null;
  return { kind: 'group', group: await nearestCommonGroup(tx, alerts), alertKind };
}

/** The default group stands for the company where the groups have none in common. */
async function nearestCommonGroup(tx: ReadTx, alerts: readonly AlertRow[]): Promise<GroupPk> {
  const parents = await readGroupParents(tx);
  const pathOf = (group: GroupPk): GroupPk[] => {
    const parent = parents.get(group);
    return parent == null ? [group] : [group, ...pathOf(parent)];
  };
  const groups = await readGroupsOfDevices(
    tx,
    alerts.map(({ deviceFk }) => deviceFk),
  );
  const [first, ...rest] = groups.map(pathOf);
  const common = first?.find((group) => rest.every((path) => path.includes(group)));
  return common ?? (await readDefaultGroup(tx));
}
