import type { CompanyPk, GroupPk, IncidentPk } from '@vigil/shared/contract/ids';
import type { IncidentOrigin } from '@vigil/shared/domain/incidents';
import { alertKindOf } from '@vigil/shared/domain/thresholds';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import {
  assignAlerts,
  fixIncidentCause,
  readUntoldAlerts,
  refreshIncidents,
  reserveIncidentPks,
  upsertIncidents,
} from './incident-queries.ts';
import { readDefaultGroup, readGroupParents, readGroupsOfDevices, type AlertRow } from './queries.ts';

/** Fewer that were held back while servers were away are placed as any other. */
const MIN_TOGETHER = 2;

interface HeldBack {
  readonly alerts: readonly AlertRow[];
  readonly now: number;
}

/**
 * Puts alerts that were held back while servers were away into one incident, wherever their devices are: they have
 * their time in common and not their cause. Those that are found within half a minute join it and are part of its
 * cause.
 * @returns the incident; undefined where they are too few
 */
export async function placeAfterAbsence(
  tx: Tx,
  company: CompanyPk,
  { alerts, now }: HeldBack,
): Promise<IncidentPk | undefined> {
  if (alerts.length === 0) return undefined;
  const known = await readUntoldAlerts(tx, now);
  const incident = known[0]?.incidentFk ?? null;
  if (incident === null && alerts.length < MIN_TOGETHER) return undefined;
  return placeTogether(tx, company, { alerts: [...known, ...alerts], now, incident });
}

/**
 * Puts the alerts of maintenance windows that have just ended into an incident of their own. Also a single one: placed
 * as any other, it could open an incident again, which rings no more.
 */
export const placeAfterMaintenance = async (
  tx: Tx,
  company: CompanyPk,
  heldBack: HeldBack,
): Promise<IncidentPk | undefined> =>
  heldBack.alerts.length === 0 ? undefined : placeTogether(tx, company, { ...heldBack, incident: null });

/** @param incident the one that has some of them; null for a new one */
async function placeTogether(
  tx: Tx,
  company: CompanyPk,
  { alerts, now, incident }: HeldBack & { readonly incident: IncidentPk | null },
): Promise<IncidentPk> {
  const pk = incident ?? (await reserveIncidentPks(tx, 1))[0];
  if (pk === undefined) throw new Error('no key was reserved');
  const firstAt = alerts.reduce((least, { raisedAt }) => Math.min(least, raisedAt.getTime()), now);
  const planned = { pk, cause: await causeOfAll(tx, alerts), siteCount: null, firstAt };
  await upsertIncidents(tx, company, [planned], new Date(now));
  await fixIncidentCause(tx, pk);
  await assignAlerts(
    tx,
    alerts.map((alert) => ({ pk: alert.pk, incident: pk })),
  );
  await refreshIncidents(tx, [pk]);
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
