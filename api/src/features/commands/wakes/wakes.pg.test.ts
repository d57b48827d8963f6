import { randomUUID } from 'node:crypto';
import { issueBulkCommand, issueCommand, listCommands, type CommandRow } from '@vigil/shared/contract/http/commands';
import { previewWakeLoss, readWakeReadiness } from '@vigil/shared/contract/http/wakes';
import { CommandId, type DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { createCommandSigner } from '@vigil/shared/platform/command-signer';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { and, asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../../testing/fixture.ts';
import type { TestApi } from '../../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addFleet,
  addGroup,
  addMember,
  connectDevices,
  type TestCompany,
  type TestDevice,
} from '../../../testing/world.ts';

const test = apiTest();
const MAC = '02:00:00:00:00:07';
let api: TestApi;
let company: TestCompany;
test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

let networks = 0;
type More = Partial<typeof devices.$inferInsert>;

/** A network with its own public address, in a group of its own. */
async function addNetwork(of: TestCompany = company) {
  networks += 1;
  const group = await addGroup(api, of, `Network ${networks}`);
  const place = { publicIp: `198.51.100.${networks}`, netmask: '255.255.255.0', gateway: '10.9.0.1' };
  const add = async (alias: string, more: More = {}): Promise<TestDevice> => {
    const row = { osId: 1 as const, macAddr: MAC, privateIp: '10.9.0.7', ...place, ...more };
    const [device] = await addDevices(api, { company: of, group, alias }, 1, row);
    return device!;
  };
  const addAwake = async (alias: string, more: More = {}): Promise<TestDevice> => {
    const device = await add(alias, more);
    await connectDevices(api, of, [device.pk]);
    return device;
  };
  return { group, place, add, addAwake };
}

const wake = (device: TestDevice, more: object = {}, token = company.admin) =>
  api.call(token, issueCommand, { params: { guid: device.guid }, body: { type: 'wol', ...more } });
const candidatesOf = async (device: TestDevice, token = company.admin) => {
  const { objects } = await api.call(token, issueCommand, {
    params: { guid: device.guid },
    body: { type: 'wol_list' },
  });
  return 'objects' in objects ? objects.objects : [];
};
const namesOf = (rows: readonly { alias: string }[]) => rows.map(({ alias }) => alias.replace(/ 1$/, ''));
const ledgerOf = async (device: TestDevice, token = company.admin): Promise<CommandRow[]> =>
  (await api.call(token, listCommands, { query: { device_pk: String(device.pk), search_mode: 'all' } })).objects;
const readiness = async (query: { device_pks?: string; group_pk?: string; offset?: number }, token = company.admin) =>
  (await api.call(token, readWakeReadiness, { query })).objects;
const system = <T>(work: Parameters<typeof api.deps.database.asSystem<T>>[0]) => api.deps.database.asSystem(work);

test('[CMD-11] a wake is a row of the device to wake, with an order for each of three senders', async () => {
  const { add, addAwake } = await addNetwork();
  const sleeper = await add('sleeper');
  const awake = [];
  for (const alias of ['d', 'b', 'a', 'c']) awake.push(await addAwake(alias));
  const id = CommandId.parse(randomUUID());
  const issued = await wake(sleeper, { id });

  const [row, ...others] = await ledgerOf(sleeper);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ id, type: 'wol', state: 'queued', parent_id: null, wakes: null, bulk_id: null });
  expect(Date.parse(row!.deadline) - Date.parse(row!.created_at)).toBeGreaterThan(4 * 60_000);
  expect(row!.senders.map(({ device_alias }) => device_alias)).toEqual(['a 1', 'b 1', 'c 1']);
  const [first] = row!.senders;
  const senders = row!.senders.map(({ device_pk }) => device_pk);
  expect(issued.objects).toEqual({ id, state: 'queued', senders });
  expect((await wake(sleeper, { id })).objects).toEqual({ id, state: 'queued', senders });
  const [order] = await ledgerOf(awake[2]!);
  expect(order).toMatchObject({
    id: first!.id,
    parent_id: id,
    wakes: { device_pk: sleeper.pk, device_alias: sleeper.alias },
    senders: [],
  });
  expect(await ledgerOf(awake[0]!)).toEqual([]);

  const jobs = (await api.deps.queues.all()[0]?.getJobs(['waiting', 'delayed', 'active'])) ?? [];
  const queued = jobs.map((job) => job.id);
  expect(queued).not.toContain(id);
  expect(queued).toEqual(expect.arrayContaining(row!.senders.map((sender) => sender.id)));
});

test('[CMD-8] [CMD-11] each order is signed for its sender; the wake, which no device gets, is not', async () => {
  const { add, addAwake } = await addNetwork();
  const sleeper = await add('sleeper');
  const sender = await addAwake('sender');
  const id = CommandId.parse(randomUUID());
  await wake(sleeper, { id, data: '02-00-00-00-00-07' });
  const [parent] = await system((tx) => tx.select().from(commands).where(eq(commands.id, id)));
  expect(parent).toMatchObject({ keyId: null, signature: null, args: { mac_addr: MAC } });
  const [order] = await system((tx) => tx.select().from(commands).where(eq(commands.parentFk, id)));
  expect(order?.args).toEqual({ mac_addr: MAC, target_device_pk: sleeper.pk });
  const signature = { key_id: order!.keyId!, signature: order!.signature! };
  const signer = createCommandSigner(api.deps.keyRing.command);
  expect(await signer.verifies({ ...order!, guid: sender.guid }, signature)).toBe(true);
  expect(await signer.verifies({ ...order!, guid: sleeper.guid }, signature)).toBe(false);
});

test('[CMD-11] a wake names the address of its own device only, in any notation', async () => {
  const { add, addAwake } = await addNetwork();
  const sleeper = await add('sleeper', { macAddr: '02:00:00:00:00:AB' });
  await add('other', { macAddr: '02:00:00:00:00:CD' });
  const unknown = await add('unknown', { macAddr: null });
  await addAwake('sender');
  const foreign = { error: { code: 'mac_unknown' } };
  for (const device of [sleeper, unknown])
    expect(await wake(device, { data: '02:00:00:00:00:CD' })).toMatchObject(foreign);
  expect([...(await ledgerOf(sleeper)), ...(await ledgerOf(unknown))]).toEqual([]);
  await wake(sleeper, { data: '02-00-00-00-00-ab' });
  expect(await ledgerOf(sleeper)).toHaveLength(1);
});

test('senders are awake desktop systems of the same network and company, wired ones first', async () => {
  const { add, addAwake, place } = await addNetwork();
  const sleeper = await add('sleeper');
  await addAwake('wireless', { link: 'wireless' });
  await addAwake('unknown');
  await addAwake('wired', { link: 'wired' });
  await addAwake('linux', { osId: 2, link: 'wired' });
  await addAwake('mac', { osId: 3, link: 'wired' });
  await add('asleep', { link: 'wired' });
  await addAwake('android', { osId: 4 });
  await addAwake('iphone', { osId: 5 });
  await addAwake('other', { osId: 0 });
  await addAwake('waiting', { approval: 0 });
  await addAwake('elsewhere', { publicIp: '203.0.113.9' });
  await addAwake('upstairs', { privateIp: '10.9.1.7', gateway: '10.9.1.1' });
  const stranger = await addCompany(api);
  const theirs = await addNetwork(stranger);
  await theirs.addAwake('stranger', place);
  expect(namesOf(await candidatesOf(sleeper))).toEqual(['linux', 'mac', 'wired', 'unknown', 'wireless']);
});

test('a sender is one that the user sees, and may be chosen', async () => {
  const { group, place, add, addAwake } = await addNetwork();
  const sleeper = await add('sleeper');
  const hidden = await (await addNetwork()).addAwake('hidden', place);
  const near = await addAwake('near');
  const second = await addAwake('second');
  const member = await addMember(api, company, { groups: [group], authVal: 4 });
  expect(namesOf(await candidatesOf(sleeper, member.token))).toEqual(['near', 'second']);
  expect(namesOf(await candidatesOf(sleeper))).toEqual(['hidden', 'near', 'second']);
  expect(await wake(sleeper, { device_id: hidden.pk }, member.token)).toMatchObject({
    status: 409,
    error: { code: 'no_neighbour' },
  });
  await wake(sleeper);
  await wake(sleeper, { device_id: second.pk }, member.token);
  const [chosen, any] = await ledgerOf(sleeper, member.token);
  expect(chosen!.senders.map(({ device_pk }) => device_pk)).toEqual([second.pk]);
  // The third one is not named to a user who does not see it.
  expect(any!.senders.map(({ device_pk }) => device_pk)).toEqual([near.pk, second.pk]);
  const elsewhere = await addMember(api, company, { groups: [await groupOf(hidden)], authVal: 4 });
  expect(await ledgerOf(hidden, elsewhere.token)).toMatchObject([{ type: 'wol', wakes: null }]);
});

const groupOf = async ({ pk }: TestDevice): Promise<GroupPk> => {
  const [row] = await system((tx) => tx.select({ group: devices.groupFk }).from(devices).where(eq(devices.pk, pk)));
  return row!.group;
};

test('[CMD-2] a device that cannot be woken is refused with the reason, and gets no row', async () => {
  const { add, addAwake } = await addNetwork();
  const alone = await add('alone');
  expect(await wake(alone)).toMatchObject({ status: 409, error: { code: 'no_neighbour' } });
  const awake = await addAwake('awake');
  expect(await wake(awake)).toMatchObject({ status: 409, error: { code: 'already_online' } });
  const unknown = await add('unknown', { macAddr: null });
  expect(await wake(unknown)).toMatchObject({ status: 422, error: { code: 'mac_unknown' } });
  const phone = await add('phone', { osId: 4 });
  expect(await wake(phone)).toMatchObject({ error: { code: 'mac_unknown' } });
  for (const device of [alone, unknown, phone]) expect(await ledgerOf(device)).toEqual([]);
});

test('[CMD-3] devices are woken by one request, each by its neighbours, and not twice', async () => {
  const { add, addAwake } = await addNetwork();
  const neighbour = await addAwake('neighbour');
  const asleep = [await add('first'), await add('second')];
  const noMac = await add('no mac', { macAddr: null });
  const alone = await (await addNetwork()).add('alone');
  const senders = [neighbour.pk];
  const body = {
    device_pks: [...asleep, neighbour, noMac, alone].map(({ pk }) => pk),
    type: 'wol' as const,
    bulk_id: randomUUID(),
  };
  const first = await api.call(company.admin, issueBulkCommand, { body });
  expect(first.objects.commands).toMatchObject(asleep.map(({ pk }) => ({ device_pk: pk, state: 'queued', senders })));
  expect(first.objects.refused).toEqual([
    { device_pk: neighbour.pk, code: 'already_online' },
    { device_pk: noMac.pk, code: 'mac_unknown' },
    { device_pk: alone.pk, code: 'no_neighbour' },
  ]);
  expect((await api.call(company.admin, issueBulkCommand, { body })).objects).toEqual(first.objects);
  const orders = await ledgerOf(neighbour);
  const pks = new Set(asleep.map(({ pk }) => pk));
  expect(new Set(orders.map(({ wakes }) => wakes?.device_pk))).toEqual(pks);
  const batch = await api.call(company.admin, listCommands, { query: { bulk_id: body.bulk_id } });
  expect(new Set(batch.objects.map(({ device_pk }) => device_pk))).toEqual(pks);
  expect([orders.length, batch.meta.total_count]).toEqual([2, 2]);
});

test('[CMD-3] a repeated id is the same wake; that of one of its orders is another command', async () => {
  const { add, addAwake } = await addNetwork();
  const [sleeper, sender] = [await add('sleeper'), await addAwake('sender')];
  const id = CommandId.parse(randomUUID());
  await Promise.all([1, 2, 3].map(() => wake(sleeper, { id })));
  const [row, ...others] = await ledgerOf(sleeper);
  expect(others).toEqual([]);
  expect(await ledgerOf(sender)).toHaveLength(1);
  const other = await add('other');
  for (const [device, used] of [
    [other, id],
    [other, row!.senders[0]!.id],
  ] as const)
    expect(await wake(device, { id: used })).toMatchObject({ status: 409, error: { code: 'conflict' } });
});

/** As workers leave a wake: the packet of one sender was sent, and the device came online. */
async function finishWake(device: TestDevice, sender: TestDevice, finishedAt: Date): Promise<void> {
  await wake(device, { device_id: sender.pk });
  const [row] = await ledgerOf(device);
  const end = { state: 'done' as const, finishedAt };
  await system(async (tx) => {
    await tx.update(commands).set(end).where(eq(commands.parentFk, row!.id));
    await tx
      .update(commands)
      .set({ ...end, result: { observed: {} } })
      .where(eq(commands.id, row!.id));
  });
}

test('readiness names the senders and when it last worked, which puts a sender first', async () => {
  const { group, add, addAwake } = await addNetwork();
  const [sleeper, other, alone] = [await add('sleeper'), await add('other'), await add('no mac', { macAddr: '' })];
  const [a, b] = [await addAwake('a', { link: 'wired' }), await addAwake('b', { link: 'wired' })];
  const at = new Date(Date.now() + 1_000);
  await finishWake(sleeper, b, at);
  const sender = ({ pk, alias }: TestDevice, last_proven_at: string | null) => ({
    pk,
    alias,
    s_pri_ip: '10.9.0.7',
    link: 'wired',
    last_proven_at,
  });
  const senders = [sender(b, at.toISOString()), sender(a, null)];
  const rows = await readiness({ group_pk: String(group) });
  expect(rows.toSorted((x, y) => x.device_pk - y.device_pk)).toEqual([
    { device_pk: sleeper.pk, wakeable: 1, reason: null, senders, last_proven_at: at.toISOString() },
    { device_pk: other.pk, wakeable: 1, reason: null, senders, last_proven_at: null },
    { device_pk: alone.pk, wakeable: 0, reason: 'mac_unknown', senders, last_proven_at: null },
    { device_pk: a.pk, wakeable: 1, reason: null, senders: [senders[0]], last_proven_at: null },
    { device_pk: b.pk, wakeable: 1, reason: null, senders: [senders[1]], last_proven_at: null },
  ]);
  expect(await readiness({ device_pks: `${other.pk},${sleeper.pk}` })).toHaveLength(2);
  expect(await readiness({ group_pk: String(group), offset: 3 })).toEqual(rows.slice(3));
  const list = await api.call(company.admin, issueCommand, {
    params: { guid: sleeper.guid },
    body: { type: 'wol_list' },
  });
  expect(list.objects).toEqual({ mac_addr: MAC, objects: senders, reason: null, last_proven_at: at.toISOString() });
});

test('readiness tells of devices in sight only', async () => {
  const { group, add, addAwake } = await addNetwork();
  const [sleeper] = [await add('sleeper'), await addAwake('sender')];
  const hidden = await (await addNetwork()).add('hidden');
  const member = await addMember(api, company, { groups: [group] });
  const pks = (await readiness({}, member.token)).map(({ device_pk }) => device_pk);
  expect(pks).toContain(sleeper.pk);
  expect(pks).not.toContain(hidden.pk);
  expect(await readiness({ device_pks: String(hidden.pk) }, member.token)).toEqual([]);
});

const unwakeableAfter = async (pks: readonly DevicePk[], token = company.admin) => {
  const { objects, meta } = await api.call(token, previewWakeLoss, { body: { device_pks: [...pks] } });
  return [namesOf(objects), meta.total_count];
};

test('turning off the last awake sender of a network tells which devices cannot be woken any more', async () => {
  const { add, addAwake } = await addNetwork();
  const sleeper = await add('sleeper');
  await add('no mac', { macAddr: '' });
  const [a, b] = [await addAwake('a'), await addAwake('b')];
  const phone = await addAwake('phone', { osId: 4 });
  expect(await unwakeableAfter([a.pk])).toEqual([[], 0]);
  expect(await unwakeableAfter([phone.pk])).toEqual([[], 0]);
  expect(await unwakeableAfter([a.pk, b.pk])).toEqual([['a', 'b', 'sleeper'], 3]);
  expect(await unwakeableAfter([sleeper.pk])).toEqual([[], 0]);
  await addAwake('sender of unknown address', { macAddr: null });
  expect(await unwakeableAfter([a.pk, b.pk])).toEqual([[], 0]);
  const stranger = await addCompany(api);
  expect(await unwakeableAfter([a.pk, b.pk], stranger.admin)).toEqual([[], 0]);
});

test('the readiness of a whole fleet takes as many queries as that of one device', async () => {
  const { group, place, addAwake } = await addNetwork();
  const pks = await addFleet(api, { company, group }, 2_000);
  await system((tx) =>
    tx
      .update(devices)
      .set({ ...place, osId: 1, macAddr: MAC, privateIp: '10.9.0.8' })
      .where(and(eq(devices.groupFk, group))),
  );
  const sender = await addAwake('sender');
  const rows = await readiness({ group_pk: String(group) });
  expect(rows).toHaveLength(pks.length + 1);
  expect(rows.filter(({ wakeable }) => wakeable === 1)).toHaveLength(pks.length);
  expect(rows[0]?.senders.map(({ pk }) => pk)).toEqual([sender.pk]);
  const body = { device_pks: pks, type: 'wol' as const, confirm: pks.length };
  const { objects } = await api.call(company.admin, issueBulkCommand, { body });
  expect(objects.commands).toHaveLength(pks.length);
  const orders = await system((tx) =>
    tx.select({ id: commands.id }).from(commands).where(eq(commands.deviceFk, sender.pk)).orderBy(asc(commands.id)),
  );
  expect(orders).toHaveLength(pks.length);
});
