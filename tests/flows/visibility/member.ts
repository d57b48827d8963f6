import type { AnyEndpoint, CallOf } from '@vigil/shared/contract/endpoint';
import { listOpenAlerts } from '@vigil/shared/contract/http/alerts';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { listDevicesInUse } from '@vigil/shared/contract/http/device-bulk';
import {
  listDevices,
  readDevice,
  readDeviceListSnapshot,
  readFleetSummary,
  listLatestUsage,
} from '@vigil/shared/contract/http/devices';
import { deleteExport, listExports, postExport } from '@vigil/shared/contract/http/exports';
import { addFavourite, listFavourites } from '@vigil/shared/contract/http/favourites';
import { listGroups } from '@vigil/shared/contract/http/groups';
import { createRemoteSessionByGet } from '@vigil/shared/contract/http/remote-sessions';
import { readDeviceTrends } from '@vigil/shared/contract/http/trends';
import { readUsageHistory } from '@vigil/shared/contract/http/usage-history';
import type { DevicePk, GroupPk, DeviceGuid } from '@vigil/shared/contract/ids';
import { CallFailed, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { expect } from '../../support/system-test.ts';
import { readSheet } from '../../support/workbook.ts';

export interface Device {
  readonly pk: DevicePk;
  readonly guid: DeviceGuid;
  readonly alias: string;
}

/** What a user is to see, by the model. */
export interface Expected {
  readonly devices: readonly Device[];
  /** The others, which exist and must not be told. */
  readonly hidden: readonly Device[];
  /** The number of devices in each group that the user sees. */
  readonly groups: ReadonlyMap<GroupPk, number>;
}

const all = { search_mode: 'all' } as const;
const pksOf = (rows: readonly { pk: DevicePk }[]): DevicePk[] => rows.map(({ pk }) => pk).toSorted((a, b) => a - b);

/** The status of a call: 200, or that of its failure. */
async function statusOf<E extends AnyEndpoint>(client: Client, endpoint: E, parts: CallOf<E>): Promise<number> {
  try {
    await client.call(endpoint, parts);
    return 200;
  } catch (error) {
    if (error instanceof CallFailed) return error.status;
    throw error;
  }
}

/** The lists that name every visible device. */
async function readComplete(client: Client) {
  const [list, snapshot, usage, summary, groups] = await Promise.all([
    client.call(listDevices, { query: all }),
    client.call(readDeviceListSnapshot),
    client.call(listLatestUsage),
    client.call(readFleetSummary),
    client.call(listGroups, { query: all }),
  ]);
  const [counts] = summary.objects;
  return {
    list: pksOf(list.objects),
    snapshot: pksOf(snapshot.objects),
    usage: usage.objects.map((row) => row.device_fk).toSorted((a, b) => a - b),
    total: counts?.total,
    groups: new Map(groups.objects.filter((row) => row.has_permission === 1).map((row) => [row.pk, row.device_count])),
  };
}

/** Devices that lists of other things name: commands, alerts, audits, favourites. */
async function readMentions(client: Client, { hidden }: Expected): Promise<DevicePk[]> {
  const [commands, alerts, audits, favourites, inUse] = await Promise.all([
    client.call(listCommands, { query: all }),
    client.call(listOpenAlerts, { query: { open: '1' } }),
    client.call(listAudits, { query: all }),
    client.call(listFavourites),
    hidden.length > 0 ? client.call(listDevicesInUse, { body: { device_pks: pksOf(hidden) } }) : { objects: [] },
  ]);
  return [
    ...commands.objects.map((row) => row.device_pk),
    ...alerts.objects.map((row) => row.device_pk),
    ...audits.objects.flatMap((row) => row.device_pk ?? []),
    ...favourites.objects.map((row) => row.dev_pk),
    ...inUse.objects,
  ];
}

/** How each way to one device answers. */
async function readSingly(client: Client, { pk, guid, alias }: Device) {
  const params = { pk: String(pk) };
  const now = Date.now();
  const range = {
    from: new Date(now - 3_600_000).toISOString(),
    to: new Date(now).toISOString(),
    step: 'minute',
  } as const;
  const [device, usage, command, remote, frame, found] = await Promise.all([
    statusOf(client, readDevice, { params }),
    statusOf(client, readUsageHistory, { params, query: range }),
    statusOf(client, issueCommand, { params: { guid }, body: { type: 'information' } }),
    statusOf(client, createRemoteSessionByGet, { query: { device_pk: pk, type: 'rc' } }),
    client.fetch(`/liveview/${guid}.jpg`).then((reply) => reply.status),
    client.call(listDevices, { query: { search_key: 'alias', search_value: alias } }),
  ]);
  return { device, usage, command, remote, frame: frame === 304 ? 200 : frame, found: pksOf(found.objects) };
}

/** Every path over HTTP tells a user of the visible devices and of no others. */
export async function expectSight(client: Client, expected: Expected): Promise<void> {
  const { devices, hidden, groups } = expected;
  const pks = pksOf(devices);
  expect(await readComplete(client)).toEqual({
    list: pks,
    snapshot: pks,
    usage: pks,
    total: pks.length,
    groups: new Map(groups),
  });
  const mentioned = await readMentions(client, expected);
  expect(mentioned.filter((pk) => hidden.some((device) => device.pk === pk))).toEqual([]);
  const { objects: trends } = await client.call(readDeviceTrends);
  for (const { online, offline } of trends) expect((online ?? 0) + (offline ?? 0)).toBeLessThanOrEqual(pks.length);
  for (const device of devices) {
    expect(await readSingly(client, device)).toMatchObject({ device: 200, usage: 200, found: [device.pk] });
    await client.call(addFavourite, { body: { servernum: device.pk } });
  }
  for (const device of hidden) {
    const refused = await readSingly(client, device);
    expect(refused).toEqual({ device: 404, usage: 404, command: 404, remote: 404, frame: 404, found: [] });
    expect(await statusOf(client, addFavourite, { body: { servernum: device.pk } })).toBe(404);
  }
  const favourites = await client.call(listDevices, { query: { ...all, device_group_pk: 'favorate' } });
  expect(pksOf(favourites.objects)).toEqual(pks);
}

/** A spreadsheet of all devices names the visible ones. */
export async function expectExport(client: Client, { devices }: Expected): Promise<void> {
  const { meta } = await client.call(postExport, { body: { export_id: 'deviceListTable' } });
  const row = await eventually(async () => {
    const { objects } = await client.call(listExports);
    const ours = objects.find(({ id }) => id === meta.id);
    expect(ours?.state).toBe('ready');
    return ours;
  });
  const file = await client.fetch(row?.download_url ?? '');
  const { rows } = await readSheet(Buffer.from(await file.arrayBuffer()));
  const names = rows.slice(1).map(([alias]) => alias);
  expect(new Set(names)).toEqual(new Set(devices.map(({ alias }) => alias)));
  expect(names).toHaveLength(devices.length);
  await client.call(deleteExport, { params: { id: meta.id } });
}
