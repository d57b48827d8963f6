// @module-tag slow
import { listOpenAlerts } from '@vigil/shared/contract/http/alerts';
import {
  listDevices,
  moveDevices,
  readDevice,
  readDeviceListSnapshot,
  readFleetSummary,
  listLatestUsage,
  updateDevice,
} from '@vigil/shared/contract/http/devices';
import { createGroup, listGroups } from '@vigil/shared/contract/http/groups';
import { createRemoteSessionByGet } from '@vigil/shared/contract/http/remote-sessions';
import { createTicket, manageTicket, readTicket, revealTemporaryPassword } from '@vigil/shared/contract/http/tickets';
import { readDeviceTrends } from '@vigil/shared/contract/http/trends';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { startFleetOn } from '../../support/fleet.ts';
import { openSocket } from '../../support/sockets.ts';
import type { Stack } from '../../support/stack.ts';
import { expect, test } from '../../support/system-test.ts';
import { devicesNamed } from './screen.ts';

const HOUR_MS = 3_600_000;
const all = { search_mode: 'all' } as const;
const sorted = (pks: readonly DevicePk[]): DevicePk[] => pks.toSorted((a, b) => a - b);

/** The client of the temporary account of an approved ticket. */
async function startWork(stack: Stack, admin: Client, device_pks: DevicePk[]): Promise<Client> {
  const now = Date.now();
  const times = {
    reqr_work_startdate: new Date(now).toISOString(),
    reqr_work_enddate: new Date(now + HOUR_MS).toISOString(),
  };
  const { objects } = await admin.call(createTicket, { body: { ...times, reqr_work_reason: 'Firmware', device_pks } });
  const ticket = objects[0]?.id;
  if (ticket === undefined) throw new Error('the ticket was not made');
  await admin.call(manageTicket, { body: { ticket_pk: ticket, action_type: 'approve' } });
  const [approved] = (await admin.call(readTicket, { params: { pk: String(ticket) } })).objects;
  const key = new URL(approved?.reveal_url ?? '').searchParams.get('key') ?? '';
  const { objects: account } = await stack.publicClient.call(revealTemporaryPassword, { body: { key } });
  return stack.signIn({ id: account.mgrid, password: account.pw });
}

/** What each path that is open to such an account shows. */
async function readPaths(worker: Client) {
  const [list, snapshot, usage, summary, groups, trends, alerts] = await Promise.all([
    worker.call(listDevices, { query: all }),
    worker.call(readDeviceListSnapshot),
    worker.call(listLatestUsage),
    worker.call(readFleetSummary),
    worker.call(listGroups, { query: all }),
    worker.call(readDeviceTrends),
    worker.call(listOpenAlerts, { query: { open: '1' } }),
  ]);
  return {
    list: sorted(list.objects.map(({ pk }) => pk)),
    snapshot: sorted(snapshot.objects.map(({ pk }) => pk)),
    usage: sorted(usage.objects.map(({ device_fk }) => device_fk)),
    total: summary.objects[0]?.total,
    groups: groups.objects.filter(({ has_permission }) => has_permission === 1),
    trends: JSON.stringify(trends.objects),
    alerts: alerts.objects.map(({ device_pk }) => device_pk),
  };
}

/** The devices of a ticket, and those of others. */
interface Devices {
  readonly visible: readonly DevicePk[];
  readonly hidden: readonly DevicePk[];
}

/**
 * Opens the console of the worker at each gateway, as wide as the gateways admit.
 * @returns the devices that messages name
 */
async function watchFleet(stack: Stack, worker: Client, { visible, hidden }: Devices) {
  using opened = new DisposableStack();
  const seen: DevicePk[] = [];
  for (const { url } of stack.gateways) {
    const socket = opened.use(await openSocket(`${url}/console`, { auth: { token: worker.token } }));
    socket.socket.onAny((kind: string, payload: Record<string, unknown>) => seen.push(...devicesNamed(kind, payload)));
    expect(await socket.ask('watch_fleet', { group_pk: 'all', usage: true })).toMatchObject({ ok: true });
    for (const pk of visible) expect(await socket.ask('watch_device', { pk })).toMatchObject({ ok: true });
    for (const pk of hidden) expect(await socket.ask('watch_device', { pk })).toMatchObject({ ok: false });
  }
  const sockets = opened.move();
  return { seen, [Symbol.dispose]: () => sockets.dispose() };
}

async function expectExactlyItsDevices(worker: Client, { visible, hidden }: Devices): Promise<void> {
  expect(await readPaths(worker)).toMatchObject({
    list: visible,
    snapshot: visible,
    usage: visible,
    total: visible.length,
    groups: [],
  });
  for (const pk of hidden) {
    const missing = { error: { code: 'not_found' } };
    await expect(worker.call(readDevice, { params: { pk: String(pk) } })).rejects.toMatchObject(missing);
    const query = { device_pk: pk, type: 'rc' as const };
    await expect(worker.call(createRemoteSessionByGet, { query })).rejects.toMatchObject(missing);
  }
}

test('the temporary account of a ticket sees its devices and no others, on every path, while groups and devices change', async ({
  start,
}) => {
  const stack = await start({ gateways: 2, env: { TICKETS: '1' } });
  const admin = await stack.signIn();
  await using fleet = await startFleetOn(stack, 4);
  const { objects: rows } = await admin.call(listDevices, { query: all });
  const pks = sorted(rows.map(({ pk }) => pk));
  const [first, second, third, fourth] = pks as [DevicePk, DevicePk, DevicePk, DevicePk];
  const ofTicket = { visible: [first, second], hidden: [third, fourth] };
  const worker = await startWork(stack, admin, ofTicket.visible);
  using watched = await watchFleet(stack, worker, ofTicket);
  await expectExactlyItsDevices(worker, ofTicket);

  const { objects: made } = await admin.call(createGroup, { body: { name: 'Elsewhere', group_fk: null } });
  const group = made[0]?.pk;
  if (group === undefined) throw new Error('the group was not made');
  const changes: (() => Promise<unknown>)[] = [
    // Its device leaves, and a device of others comes to where it is.
    () => admin.call(moveDevices, { body: { device_pk: [first], new_device_group_fk: group } }),
    () => admin.call(moveDevices, { body: { device_pk: [third], new_device_group_fk: group } }),
    ...pks.map((pk) => () => admin.call(updateDevice, { params: { pk: String(pk) }, body: { memo: `memo of ${pk}` } })),
    async () => pks.forEach((_, index) => void fleet.device(index).dropConnection()),
  ];
  for (const change of changes) {
    await change();
    await expectExactlyItsDevices(worker, ofTicket);
  }
  await eventually(() => expect(sorted([...new Set(watched.seen)])).toEqual(ofTicket.visible));
  await fleet.whenConnected(pks.length, 60_000);
  expect(watched.seen.filter((pk) => ofTicket.hidden.includes(pk))).toEqual([]);
});
