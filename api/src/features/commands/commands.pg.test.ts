import { randomUUID } from 'node:crypto';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { issueBulkCommand, issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { deleteDevice, moveDevices, readDevice } from '@vigil/shared/contract/http/devices';
import { CommandId, type DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { createCommandSigner } from '@vigil/shared/platform/command-signer';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { desc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addFleet,
  addGroup,
  addMember,
  connectDevices,
  guestTokenOf,
  type TestCompany,
  type TestDevice,
} from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let floor: GroupPk;
let online: TestDevice;
let offline: TestDevice;
let unapproved: TestDevice;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  floor = await addGroup(api, company, 'Floor');
  const place = { company, group: floor };
  const mac = { macAddr: '02:00:00:00:00:01', publicIp: '192.0.2.1' };
  [online, offline] = (await addDevices(api, place, 2, mac)) as [TestDevice, TestDevice];
  [unapproved] = (await addDevices(api, place, 1, { approval: 0 })) as [TestDevice];
  await connectDevices(api, company, [online.pk, unapproved.pk]);
});

type Body = NonNullable<NonNullable<Parameters<typeof api.call<typeof issueCommand>>[2]>['body']>;
const issue = (device: { guid: string }, body: Body, token = company.admin) =>
  api.call(token, issueCommand, { params: { guid: device.guid }, body });
const ledgerOf = async (device: DevicePk, token = company.admin) =>
  (await api.call(token, listCommands, { query: { device_pk: String(device), search_mode: 'all' } })).objects;
const jobs = async () => (await api.deps.queues.all()[0]?.getJobs(['waiting', 'delayed', 'active'])) ?? [];

test('a command is in the ledger, the audit and the queue under its own id', async () => {
  const { objects } = await issue(online, { type: 'reboot' });
  expect(objects).toMatchObject({ state: 'queued' });
  const [row] = await ledgerOf(online.pk);
  expect(row).toMatchObject({ type: 'reboot', state: 'queued', issuer_name: 'Administrator', finished_at: null });
  const audits = await api.call(company.admin, listAudits, { query: { device_pk: String(online.pk) } });
  expect(audits.objects[0]).toMatchObject({ act_name_id: 3, new_value: online.alias });
  expect((await jobs()).map((job) => job.id)).toContain(row?.id);
});

test('a guest may restart a device for the time of the invitation, and neither delete it nor update its agent', async () => {
  const guest = await guestTokenOf(api, company);
  const [device] = (await addDevices(api, { company, group: floor }, 1)) as [TestDevice];
  await connectDevices(api, company, [device.pk]);
  const refusal = { code: 'not_allowed', reason: 'role', detail: 'guest' };
  for (const type of ['delete', 'update'] as const)
    expect((await issue(device, { type }, guest)).error).toMatchObject(refusal);
  expect(
    (await api.call(guest, issueBulkCommand, { body: { device_pks: [device.pk], type: 'update' } })).error,
  ).toMatchObject(refusal);
  expect((await ledgerOf(device.pk)).map(({ type }) => type)).toEqual([]);
  expect((await issue(device, { type: 'reboot' }, guest)).status).toBe(200);
});

test('[CMD-2] a command to an offline or unapproved device is refused', async () => {
  const reboot = { type: 'reboot' } as const;
  expect(await issue(offline, reboot)).toMatchObject({ status: 409, error: { code: 'not_online_warning' } });
  expect(await issue(unapproved, reboot)).toMatchObject({ status: 409, error: { code: 'device_not_approved' } });
  expect(await ledgerOf(offline.pk)).toEqual([]);
});

test('each type needs its own right, and a refusal names it', async () => {
  const plain = await addMember(api, company, { groups: [floor] });
  const expected = { reboot: 'useFunction', shutdown: 'useFunction', update: 'CSUpdate', agent_restart: 'CSRestart' };
  for (const [type, detail] of Object.entries(expected)) {
    const { status, error } = await issue(online, { type: type as 'reboot' }, plain.token);
    expect([type, status, error]).toMatchObject([type, 403, { code: 'not_allowed', reason: 'flag', detail }]);
  }
  expect((await issue(online, { type: 'information' }, plain.token)).status).toBe(200);
});

test('the end of a process names it, needs device management and is in the audit', async () => {
  const plain = await addMember(api, company, { groups: [floor] });
  const end = { type: 'process_end', pid: 4_711, process_name: 'editor' } as const;
  expect(await issue(online, end, plain.token)).toMatchObject({ status: 403, error: { detail: 'CSDeviceManagement' } });
  expect(await issue(online, { type: 'process_list' }, plain.token)).toMatchObject({ status: 403 });
  expect(await issue(online, { type: 'process_end', pid: 4_711 })).toMatchObject({ error: { code: 'malformed' } });
  expect(await issue(offline, end)).toMatchObject({ status: 409, error: { code: 'not_online_warning' } });
  const id = CommandId.parse(randomUUID());
  const { objects } = await issue(online, { ...end, id });
  expect(objects).toEqual({ id, state: 'queued' });
  const [row] = await api.deps.database.asSystem((tx) =>
    tx.execute(sql`select args from commands where id = ${id} and type = 'process_end' and device_fk = ${online.pk}`),
  );
  expect(row).toEqual({ args: { pid: 4_711, name: 'editor' } });
  const audits = await api.call(company.admin, listAudits, { query: { device_pk: String(online.pk) } });
  expect(audits.objects[0]).toMatchObject({ act_name_id: 87, new_value: 'editor' });
});

test('a device out of sight is as if it were not there', async () => {
  const elsewhere = await addMember(api, company, { authVal: 15 });
  expect((await issue(online, { type: 'reboot' }, elsewhere.token)).error?.code).toBe('not_found');
});

test('[CMD-3] a request that repeats an id is the same command', async () => {
  const id = CommandId.parse(randomUUID());
  const before = (await ledgerOf(online.pk)).length;
  const answers = await Promise.all([1, 2, 3].map(() => issue(online, { type: 'information', id })));
  for (const { objects } of answers) expect(objects).toEqual({ id, state: 'queued' });
  expect((await issue(online, { type: 'information', id })).objects).toEqual({ id, state: 'queued' });
  expect(await ledgerOf(online.pk)).toHaveLength(before + 1);
});

test('a command that was issued alone is read by its own id, like a batch', async () => {
  const id = CommandId.parse(randomUUID());
  await issue(online, { type: 'information', id });
  const read = async (bulk_id: string) => (await api.call(company.admin, listCommands, { query: { bulk_id } })).objects;
  expect(await read(id)).toMatchObject([{ id, bulk_id: null }]);
  expect(await read(randomUUID())).toEqual([]);
});

test('an id that another company has used is a conflict that reveals no details', async () => {
  const other = await addCompany(api);
  const [theirs] = await addDevices(api, { company: other }, 1);
  await connectDevices(api, other, theirs ? [theirs.pk] : []);
  const id = CommandId.parse(randomUUID());
  await issue(online, { type: 'information', id });
  const answer = await issue(theirs ?? online, { type: 'information', id }, other.admin);
  expect([answer.status, answer.error?.code]).toEqual([409, 'conflict']);
});

test('[CMD-3] an id of another command is a conflict', async () => {
  const id = CommandId.parse(randomUUID());
  const [another] = await addDevices(api, { company, group: floor }, 1);
  await connectDevices(api, company, another ? [another.pk] : []);
  await issue(online, { type: 'information', id });
  const before = await ledgerOf(online.pk);
  for (const answer of [
    await issue(online, { type: 'reboot', id }),
    await issue(another ?? offline, { type: 'information', id }),
  ])
    expect(answer).toMatchObject({ status: 409, error: { code: 'conflict', field: 'body.id' } });
  expect(await ledgerOf(online.pk)).toEqual(before);
});

test('waking needs the right to use functions and a licence that includes it', async () => {
  const plain = await addMember(api, company, { groups: [floor] });
  const refused = await issue(offline, { type: 'wol_list' }, plain.token);
  expect(refused.error).toMatchObject({ reason: 'flag', detail: 'useFunction' });
  const basic = await addCompany(api, { type: 'Basic' });
  const [device] = await addDevices(api, { company: basic }, 1);
  const { error } = await issue(device ?? offline, { type: 'wol_list' }, basic.admin);
  expect(error).toMatchObject({ reason: 'licence', detail: 'isCorporate' });
});

test('a bulk command is issued where it can be, and names the refused devices', async () => {
  const body = { device_pks: [online.pk, online.pk, offline.pk, unapproved.pk, 999_999], type: 'reboot' as const };
  const { objects } = await api.call(company.admin, issueBulkCommand, { body });
  expect(objects.commands.map((row) => row.device_pk)).toEqual([online.pk]);
  expect(objects.refused).toEqual([
    { device_pk: offline.pk, code: 'not_online_warning' },
    { device_pk: unapproved.pk, code: 'device_not_approved' },
    { device_pk: 999_999, code: 'not_found' },
  ]);
});

test('beyond the company’s limit the number of devices must be confirmed', async () => {
  const pks = await addFleet(api, { company, group: floor }, 11);
  const bulk = (more: object) =>
    api.call(company.admin, issueBulkCommand, { body: { device_pks: pks, type: 'information', ...more } });
  for (const more of [{}, { confirm: 10 }]) {
    expect((await bulk(more)).error).toMatchObject({ code: 'confirm_required', detail: 11 });
  }
  expect((await bulk({ confirm: 11 })).status).toBe(200);
});

test('[CMD-3] a bulk request that is repeated is the same one', async () => {
  const body = { device_pks: [online.pk], type: 'information' as const, bulk_id: randomUUID() };
  const first = await api.call(company.admin, issueBulkCommand, { body });
  const again = await api.call(company.admin, issueBulkCommand, { body });
  expect(again.objects).toEqual(first.objects);
  const { meta } = await api.call(company.admin, listCommands, { query: { bulk_id: body.bulk_id } });
  expect(meta.total_count).toBe(1);
});

test('[CMD-3] a repeated bulk request is not sent to devices that are online since', async () => {
  const [here, late] = (await addDevices(api, { company, group: floor }, 2)) as [TestDevice, TestDevice];
  await connectDevices(api, company, [here.pk]);
  const body = { device_pks: [here.pk, late.pk], type: 'information' as const, bulk_id: randomUUID() };
  const first = await api.call(company.admin, issueBulkCommand, { body });
  await connectDevices(api, company, [late.pk]);
  expect((await api.call(company.admin, issueBulkCommand, { body })).objects).toEqual(first.objects);
  expect(await ledgerOf(late.pk)).toEqual([]);
});

test('a bulk command reaches a whole fleet in one call', async () => {
  // Once each is audited, these are more parameters than one statement takes.
  const pks = await addFleet(api, { company, group: floor }, 8_500);
  await connectDevices(api, company, pks);
  const body = { device_pks: pks, type: 'reboot' as const, confirm: 8_500, bulk_id: randomUUID() };
  let answer = await api.call(company.admin, issueBulkCommand, { body });
  // On a busy machine the transaction may exceed its limit of time. Then it is repeated, as a client does.
  while (answer.status === 503) answer = await api.call(company.admin, issueBulkCommand, { body });
  // Whole, so that a failure shows what was answered instead.
  expect(answer).toMatchObject({ objects: { refused: [] } });
  expect(answer.objects.commands).toHaveLength(8_500);
});

test('a member reads the ledger of devices in sight, and their own commands to devices that are gone', async () => {
  const member = await addMember(api, company, { groups: [floor], authVal: 4 });
  const elsewhere = await addMember(api, company);
  await issue(online, { type: 'information' });
  expect((await ledgerOf(online.pk, member.token)).length).toBeGreaterThan(0);
  expect(await ledgerOf(online.pk, elsewhere.token)).toEqual([]);

  const group = await addGroup(api, company, 'Out of sight');
  const [device] = (await addDevices(api, { company, group: floor }, 1)) as [TestDevice];
  await connectDevices(api, company, [device.pk]);
  const issued = await api.call(member.token, issueCommand, {
    params: { guid: device.guid },
    body: { type: 'reboot' },
  });
  expect(issued.status).toBe(200);
  expect(await ledgerOf(device.pk, member.token)).toHaveLength(1);
  await api.call(company.admin, moveDevices, { body: { device_pk: device.pk, new_device_group_fk: group } });
  expect(await ledgerOf(device.pk, member.token)).toEqual([]);
  await api.call(company.admin, deleteDevice, { params: { pk: String(device.pk) } });
  expect(await ledgerOf(device.pk, member.token)).toHaveLength(1);
});

test('a deletion by command deletes the device, also one that is offline or waits for approval, and is told once', async () => {
  const place = { company, group: floor };
  const [on, off] = (await addDevices(api, place, 2)) as [TestDevice, TestDevice];
  const [waiting] = (await addDevices(api, place, 1, { approval: 0 })) as [TestDevice];
  await connectDevices(api, company, [on.pk]);
  const deletionsOf = async ({ pk }: TestDevice) => {
    const { objects } = await api.call(company.admin, listAudits, { query: { search_mode: 'all' } });
    return objects.filter(({ act_name_id, device_pk }) => act_name_id === 13 && device_pk === pk);
  };
  for (const device of [on, off, waiting]) {
    const body = { type: 'delete', id: CommandId.parse(randomUUID()) } as const;
    expect((await issue(device, body)).objects).toEqual({ id: body.id, state: 'done' });
    expect((await issue(device, body)).objects).toEqual({ id: body.id, state: 'done' });
    expect((await api.call(company.admin, readDevice, { params: { pk: String(device.pk) } })).status).toBe(404);
    expect(await ledgerOf(device.pk)).toMatchObject([{ type: 'delete', state: 'done', device_alias: device.alias }]);
    expect(await deletionsOf(device)).toHaveLength(1);
  }
  const member = await addMember(api, company, { groups: [floor] });
  expect(await issue(offline, { type: 'delete' }, member.token)).toMatchObject({ status: 403 });
  expect(await issue(offline, { type: 'delete' }, (await addCompany(api)).admin)).toMatchObject({ status: 404 });
});

test('of deletions with one id that come at once each has the same answer, and an id of another command deletes nothing', async () => {
  const many = await addDevices(api, { company, group: floor }, 6);
  for (const device of many) {
    const body = { type: 'delete', id: CommandId.parse(randomUUID()) } as const;
    const answers = await Promise.all(Array.from({ length: 4 }, () => issue(device, body)));
    expect(answers.map(({ status, objects }) => ({ status, objects }))).toEqual(
      answers.map(() => ({ status: 200, objects: { id: body.id, state: 'done' } })),
    );
    expect(await ledgerOf(device.pk)).toHaveLength(1);
  }
  const [kept, one] = (await addDevices(api, { company, group: floor }, 2)) as [TestDevice, TestDevice];
  const used = { type: 'delete', id: CommandId.parse(randomUUID()) } as const;
  await issue(one, used);
  expect(await issue(kept, used)).toMatchObject({ status: 409, error: { code: 'conflict' } });
  expect((await api.call(company.admin, readDevice, { params: { pk: String(kept.pk) } })).status).toBe(200);
});

test('a bulk deletion by command deletes what it can, and each device is a command that is done', async () => {
  const [on, waiting] = [
    ...(await addDevices(api, { company, group: floor }, 1)),
    ...(await addDevices(api, { company, group: floor }, 1, { approval: 0 })),
  ] as [TestDevice, TestDevice];
  await connectDevices(api, company, [on.pk]);
  const body = { device_pks: [on.pk, waiting.pk, 999_999], type: 'delete' as const, bulk_id: randomUUID() };
  const member = await addMember(api, company, { groups: [floor] });
  for (const token of [member.token, await guestTokenOf(api, company)])
    expect(await api.call(token, issueBulkCommand, { body })).toMatchObject({ status: 403 });
  const first = await api.call(company.admin, issueBulkCommand, { body });
  expect(first.objects).toMatchObject({
    bulk_id: body.bulk_id,
    commands: [on, waiting].map(({ pk }) => ({ device_pk: pk, state: 'done' })),
    refused: [{ device_pk: 999_999, code: 'not_found' }],
  });
  expect((await api.call(company.admin, issueBulkCommand, { body })).objects).toEqual(first.objects);
  const { objects: audits } = await api.call(company.admin, listAudits, { query: { search_mode: 'all', q: '13' } });
  for (const device of [on, waiting]) {
    const { pk, alias } = device;
    expect((await api.call(company.admin, readDevice, { params: { pk: String(pk) } })).status).toBe(404);
    const { id } = first.objects.commands.find(({ device_pk }) => device_pk === pk)!;
    const row = { id, type: 'delete', state: 'done', device_alias: alias, bulk_id: body.bulk_id };
    expect(await ledgerOf(pk)).toMatchObject([row]);
    expect(audits.filter(({ device_pk }) => device_pk === pk)).toHaveLength(1);
  }
  const many = { device_pks: await addFleet(api, { company, group: floor }, 11), type: 'delete' as const };
  expect((await api.call(company.admin, issueBulkCommand, { body: many })).error).toMatchObject({
    code: 'confirm_required',
  });
});

test('[CMD-8] a command is signed for its device when it is recorded, each of a bulk for its own', async () => {
  const [another] = (await addDevices(api, { company, group: floor }, 1)) as [TestDevice];
  await connectDevices(api, company, [another.pk]);
  const bulk = { device_pks: [online.pk, another.pk, unapproved.pk], type: 'information' as const };
  await issue(online, { type: 'process_end', pid: 12, process_name: 'éditeur' });
  await api.call(company.admin, issueBulkCommand, { body: bulk });
  const signer = createCommandSigner(api.deps.keyRing.command);
  const rows = await api.deps.database.asSystem((tx) =>
    tx
      .select({ command: commands, guid: devices.guid })
      .from(commands)
      .innerJoin(devices, eq(devices.pk, commands.deviceFk))
      // A part of the bulk to a whole fleet is among them: it takes seconds to check each of its 8,500.
      .orderBy(desc(commands.createdAt))
      .limit(100),
  );
  expect(rows.length).toBeGreaterThan(2);
  for (const { command, guid } of rows) {
    const { keyId, signature } = command;
    const made = { key_id: keyId ?? '', signature: signature ?? '' };
    expect(await signer.verifies({ ...command, guid }, made)).toBe(true);
    expect(await signer.verifies({ ...command, guid: offline.guid }, made)).toBe(false);
  }
});
