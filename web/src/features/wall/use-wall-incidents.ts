import type { Incident } from '@vigil/shared/contract/http/incidents';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { listIncidents, readIncident } from '@vigil/shared/contract/routes/alerts';
import { incidents } from '../../entities/incident/incidents.ts';
import type { Api } from '../../lib/api.ts';

/** More cannot be read from a wall. */
const MOST_INCIDENTS = 50;
/** Of several devices each; which ones has to be read one by one. */
const MOST_SHARED = 20;

export interface WallIncidents {
  /** Those that are open: first those that nobody has acknowledged. */
  readonly open: readonly Incident[];
  /** By device, who has acknowledged its incident; without devices that have another one. */
  readonly owners: ReadonlyMap<DevicePk, string>;
}

const none: WallIncidents = { open: [], owners: new Map() };

/** The devices of an incident that are not over theirs. */
async function readDevicesOf({ pk, device_pk }: Incident, { call }: Api): Promise<readonly DevicePk[]> {
  if (device_pk !== null) return [device_pk];
  const { objects } = await call(readIncident, { params: { pk: String(pk) } });
  const alerts = objects[0]?.alerts ?? [];
  return alerts.filter(({ ended_at }) => ended_at === null).map((alert) => alert.device_pk);
}

async function readWallIncidents(api: Api): Promise<WallIncidents> {
  const { objects } = await api.call(listIncidents, {
    query: { state: 'open', by: 'opened_at', order: 'desc', limit: MOST_INCIDENTS },
  });
  const shared = objects.filter(({ device_pk }) => device_pk === null).slice(0, MOST_SHARED);
  const known = objects.filter((incident) => incident.device_pk !== null || shared.includes(incident));
  const reached = await Promise.all(
    known.map(async (incident) => ({ incident, devices: await readDevicesOf(incident, api) })),
  );
  const owners = new Map<DevicePk, string>();
  for (const { incident, devices } of reached)
    if (incident.acknowledged_at !== null) for (const pk of devices) owners.set(pk, incident.acknowledged_by);
  for (const { incident, devices } of reached)
    if (incident.acknowledged_at === null) for (const pk of devices) owners.delete(pk);
  const isTaken = ({ acknowledged_at }: Incident) => acknowledged_at !== null;
  return { open: [...objects.filter((one) => !isTaken(one)), ...objects.filter(isTaken)], owners };
}

/** The open incidents of what the viewer sees, and who takes care of them; read again when one changes. */
export const useWallIncidents = (): WallIncidents => incidents.useRead(['wall'], readWallIncidents).data ?? none;
