import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { issueBulk, issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { CommandId, type DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addFleet,
  addGroup,
  addMember,
  connectDevices,
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

test('a neighbour that is online wakes a device', async () => {
  const { objects } = await issue(offline, { type: 'wol_list' });
  expect(objects).toEqual({
    mac_addr: '02:00:00:00:00:01',
    objects: [{ pk: online.pk, alias: online.alias, s_pri_ip: null }],
  });
  const woken = await issue(offline, { type: 'wol', data: '02:00:00:00:00:01', device_id: online.pk });
  expect(woken.objects).toMatchObject({ state: 'queued' });
  const [row] = await ledgerOf(online.pk);
  expect(row).toMatchObject({ type: 'wol', device_pk: online.pk });
  expect((await issue(online, { type: 'wol' })).error?.code).toBe('already_online');
  expect((await issue(offline, { type: 'wol', device_id: unapproved.pk })).error?.code).toBe('no_neighbour');
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
  const { objects } = await api.call(company.admin, issueBulk, { body });
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
    api.call(company.admin, issueBulk, { body: { device_pks: pks, type: 'information', ...more } });
  for (const more of [{}, { confirm: 10 }]) {
    expect((await bulk(more)).error).toMatchObject({ code: 'confirm_required', detail: 11 });
  }
  expect((await bulk({ confirm: 11 })).status).toBe(200);
});

test('[CMD-3] a bulk request that is repeated is the same one', async () => {
  const body = { device_pks: [online.pk], type: 'information' as const, bulk_id: randomUUID() };
  const first = await api.call(company.admin, issueBulk, { body });
  const again = await api.call(company.admin, issueBulk, { body });
  expect(again.objects).toEqual(first.objects);
  const { meta } = await api.call(company.admin, listCommands, { query: { bulk_id: body.bulk_id } });
  expect(meta.total_count).toBe(1);
});

test('[CMD-3] a repeated bulk request is not sent to devices that are online since', async () => {
  const [here, late] = (await addDevices(api, { company, group: floor }, 2)) as [TestDevice, TestDevice];
  await connectDevices(api, company, [here.pk]);
  const body = { device_pks: [here.pk, late.pk], type: 'information' as const, bulk_id: randomUUID() };
  const first = await api.call(company.admin, issueBulk, { body });
  await connectDevices(api, company, [late.pk]);
  expect((await api.call(company.admin, issueBulk, { body })).objects).toEqual(first.objects);
  expect(await ledgerOf(late.pk)).toEqual([]);
});

test('a bulk command reaches a whole fleet in one call', async () => {
  // Once each is audited, these are more parameters than one statement takes.
  const pks = await addFleet(api, { company, group: floor }, 8_500);
  await connectDevices(api, company, pks);
  const body = { device_pks: pks, type: 'reboot' as const, confirm: 8_500 };
  const { objects } = await api.call(company.admin, issueBulk, { body });
  expect([objects.commands.length, objects.refused]).toEqual([8_500, []]);
});

test('a member reads the ledger of what is in sight, and of the own commands', async () => {
  const member = await addMember(api, company, { groups: [floor] });
  const elsewhere = await addMember(api, company);
  expect((await ledgerOf(online.pk, member.token)).length).toBeGreaterThan(0);
  expect(await ledgerOf(online.pk, elsewhere.token)).toEqual([]);
});
