import { randomUUID } from 'node:crypto';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import { listAppConfigs } from '@vigil/shared/contract/http/app-configs';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { runBulkDeviceAction, listDevicesInUse } from '@vigil/shared/contract/http/device-bulk';
import { listDevices, readDevice } from '@vigil/shared/contract/http/devices';
import { updateGroup } from '@vigil/shared/contract/http/groups';
import { RemoteSessionId, type DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { readFleetIndex, rebuildFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { setLicenceBlock } from '@vigil/shared/platform/licence-gates';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
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
let api: TestApi;
let company: TestCompany;
let floor: GroupPk;

test.beforeAll(async ({ api: started }) => {
  api = started;
  company = await addCompany(api);
  floor = await addGroup(api, company, 'Floor');
  await rebuildFleetIndex(api.deps.redis, api.deps.database, company.pk);
});

const pksOf = (devices: readonly { pk: DevicePk }[]) => devices.map(({ pk }) => pk);
const add = (count: number, more = {}) => addDevices(api, { company, group: floor }, count, more);
const change = (token: string, body: object) =>
  api.call(token, runBulkDeviceAction, { body: body as BodyOf<typeof runBulkDeviceAction> });
const rowOf = async ({ pk }: TestDevice) =>
  (await api.call(company.admin, readDevice, { params: { pk: String(pk) } })).objects?.[0];
const auditsOf = async ({ pk }: TestDevice) =>
  (await api.call(company.admin, listAudits, { query: { limit: 100 } })).objects.filter((row) => row.device_pk === pk);

const rights = { authVal: 15, authRemotecontrol: 1, authFilemanager: 1 } as const;

test('each action needs what its single call needs', async () => {
  const [device] = (await add(1)) as [TestDevice];
  const plain = await addMember(api, company, { groups: [floor] });
  const able = await addMember(api, company, { groups: [floor], ...rights });
  const bound = await addMember(api, company, { groups: [floor], ...rights, useApproval: 1 });
  const bodies = {
    delete: { action: 'delete' },
    approve: { action: 'approve' },
    move: { action: 'move', new_device_group_fk: company.home },
    config: { action: 'config', app_config_fk: null },
  };
  const codeOf = async (token: string, body: object) => {
    const { error, objects } = await change(token, { ...body, device_pks: [device.pk] });
    return error ? `${error.code} ${error.detail}` : objects.refused.map(({ code }) => code).join();
  };
  const told = async (token: string) => ({
    approve: await codeOf(token, bodies.approve),
    move: await codeOf(token, bodies.move),
    config: await codeOf(token, bodies.config),
    delete: await codeOf(token, bodies.delete),
  });
  const noAdmin = 'not_allowed isAdmin';
  const approve = noAdmin;
  expect(await told(plain.token)).toEqual({
    approve,
    move: noAdmin,
    config: 'not_allowed useFunction',
    delete: 'not_allowed useFunction',
  });
  expect(await told(bound.token)).toEqual({ approve, move: noAdmin, config: '', delete: 'out_of_window' });
  expect(await told(able.token)).toEqual({ approve, move: noAdmin, config: '', delete: '' });
});

test('a deletion names what it refuses, is audited as a single one, and is the same when it is repeated', async () => {
  const [one, two] = (await add(2, { osId: 2 })) as [TestDevice, TestDevice];
  const [waiting] = (await add(1, { approval: 0 })) as [TestDevice];
  const [hidden] = (await addDevices(api, { company }, 1)) as [TestDevice];
  const member = await addMember(api, company, { groups: [floor], ...rights });
  const device_pks = [one.pk, two.pk, one.pk, waiting.pk, hidden.pk, 999_999];
  const answer = {
    done: [one.pk, two.pk],
    refused: [
      { device_pk: waiting.pk, code: 'not_allowed' },
      { device_pk: hidden.pk, code: 'not_found' },
      { device_pk: 999_999, code: 'not_found' },
    ],
  };
  const both = await Promise.all([0, 1].map(() => change(member.token, { action: 'delete', device_pks })));
  expect(both.map(({ objects }) => objects)).toEqual([answer, answer]);
  expect((await change(member.token, { action: 'delete', device_pks })).objects).toEqual(answer);
  expect(await auditsOf(two)).toMatchObject([
    { act_name_id: 13, act_type_id: 5, old_value: '2', new_value: two.alias, reg_mail: member.id },
  ]);
  const index = await readFleetIndex(api.deps.redis, company.pk);
  expect([one, two, hidden].map(({ pk }) => index?.devices.has(pk))).toEqual([false, false, true]);
  // Others did not delete them.
  expect((await change(company.admin, { action: 'delete', device_pks: [one.pk] })).objects.done).toEqual([]);
});

test('beyond the company’s limit the number of different devices must be confirmed', async () => {
  const device_pks = pksOf(await add(11));
  for (const confirm of [undefined, 10, 12]) {
    const { error } = await change(company.admin, {
      action: 'delete',
      device_pks: [...device_pks, device_pks[0]],
      confirm,
    });
    expect(error).toMatchObject({ code: 'confirm_required', field: 'confirm', detail: 11 });
  }
  expect((await change(company.admin, { action: 'delete', device_pks, confirm: 11 })).objects.done).toHaveLength(11);
});

test('a move leaves out what waits for approval, and is done when it is repeated', async () => {
  const [one, two] = (await add(2)) as [TestDevice, TestDevice];
  const [waiting] = (await add(1, { approval: 0 })) as [TestDevice];
  const to = await addGroup(api, company, 'Hall');
  const body = { action: 'move', device_pks: pksOf([one, two, waiting]), new_device_group_fk: to };
  const answer = { done: pksOf([one, two]), refused: [{ device_pk: waiting.pk, code: 'device_not_approved' }] };
  expect((await change(company.admin, body)).objects).toEqual(answer);
  expect((await change(company.admin, body)).objects).toEqual(answer);
  expect(await rowOf(two)).toMatchObject({ device_group_fk: to });
  expect(await auditsOf(two)).toMatchObject([{ old_value: 'Floor', new_value: 'Hall' }]);
  expect((await readFleetIndex(api.deps.redis, company.pk))?.devices.get(one.pk)).toMatchObject({ group: to });
  const missing = await change(company.admin, { ...body, new_device_group_fk: 999_999 });
  expect(missing.error).toMatchObject({ code: 'moved_device_fail', field: 'new_device_group_fk' });
});

test('a group takes no more devices than its limit, also from several moves at once', async () => {
  const small = await addGroup(api, company, 'Small');
  await api.call(company.admin, updateGroup, { params: { pk: String(small) }, body: { dev_limit: 3 } });
  const device_pks = pksOf(await add(8));
  const move = (pks: DevicePk[]) =>
    change(company.admin, { action: 'move', device_pks: pks, new_device_group_fk: small });
  expect((await move(device_pks)).error).toMatchObject({ code: 'group_limit', detail: 3 });
  await Promise.all([0, 2, 4, 6].map((at) => move(device_pks.slice(at, at + 2))));
  const rows = await Promise.all(device_pks.map((pk) => rowOf({ pk } as TestDevice)));
  const inside = rows.filter((row) => row?.device_group_fk === small).length;
  expect([2, 3]).toContain(inside);
});

test('a configuration is given to many devices, and written once', async () => {
  const [one, two] = (await add(2)) as [TestDevice, TestDevice];
  const [config] = (await api.call(company.admin, listAppConfigs)).objects;
  const body = { action: 'config', device_pks: [one.pk, 999_999, two.pk], app_config_fk: config?.pk };
  const answer = { done: pksOf([one, two]), refused: [{ device_pk: 999_999, code: 'not_found' }] };
  expect((await change(company.admin, body)).objects).toEqual(answer);
  expect((await change(company.admin, body)).objects).toEqual(answer);
  expect(await rowOf(one)).toMatchObject({ app_config_fk: config?.pk, app_config_name: config?.config_name });
  expect(await auditsOf(one)).toMatchObject([{ old_value: '', new_value: String(config?.pk) }]);
  expect((await change(company.admin, { ...body, app_config_fk: 999_999 })).error).toMatchObject({
    code: 'not_found',
    field: 'app_config_fk',
  });
});

test('only devices that are online are approved', async () => {
  const [here, away] = (await add(2, { approval: 0, latitude: 37.5, longitude: 127 })) as [TestDevice, TestDevice];
  const [already] = (await add(1)) as [TestDevice];
  await connectDevices(api, company, [here.pk]);
  const { objects } = await change(company.admin, { action: 'approve', device_pks: pksOf([here, away, already]) });
  expect(objects).toEqual({
    done: pksOf([here, already]),
    refused: [{ device_pk: away.pk, code: 'not_online_warning' }],
  });
  expect(await rowOf(here)).toMatchObject({ approval: 1, latitude: 37.5 });
  expect(await rowOf(away)).toMatchObject({ approval: 0 });
  const audited = await api.deps.database.asSystem((tx) =>
    tx.select({ device: audits.deviceFk }).from(audits).where(eq(audits.actNameId, auditCode.deviceApproval)),
  );
  expect(audited.map(({ device }) => device)).toEqual([here.pk]);
});

test('another company’s devices, groups and configurations are not found', async () => {
  const other = await addCompany(api);
  const [mine] = (await add(1)) as [TestDevice];
  const [theirs] = (await addDevices(api, { company: other }, 1)) as [TestDevice];
  const [config] = (await api.call(company.admin, listAppConfigs)).objects;
  const refused = [{ device_pk: mine.pk, code: 'not_found' }];
  for (const body of [
    { action: 'delete' },
    { action: 'approve' },
    { action: 'move', new_device_group_fk: other.home },
    { action: 'config', app_config_fk: null },
  ])
    expect((await change(other.admin, { ...body, device_pks: [mine.pk] })).objects).toEqual({ done: [], refused });
  const device_pks = [theirs.pk];
  const move = await change(other.admin, { action: 'move', device_pks, new_device_group_fk: floor });
  expect(move.error?.code).toBe('moved_device_fail');
  const given = await change(other.admin, { action: 'config', device_pks, app_config_fk: config?.pk });
  expect(given.error?.code).toBe('not_found');
  expect(await rowOf(mine)).toMatchObject({ device_group_fk: floor });
});

test('while a company is blocked by its licence only deletions work, and enough of them end that', async () => {
  const gated = await addCompany(api);
  const device_pks = pksOf(await addDevices(api, { company: gated }, 4));
  await api.deps.database.asSystem((tx) =>
    tx.update(licences).set({ deviceVolume: 2 }).where(eq(licences.companyFk, gated.pk)),
  );
  await setLicenceBlock(api.deps.redis, gated.pk, true);
  await eventually(async () => expect((await api.call(gated.admin, listDevices)).status).toBe(402));
  const config = await change(gated.admin, { action: 'config', device_pks, app_config_fk: null });
  expect(config).toMatchObject({ status: 402, error: { code: 'licence_gate' } });
  expect((await change(gated.admin, { action: 'delete', device_pks: device_pks.slice(0, 2) })).status).toBe(200);
  await eventually(async () => expect((await api.call(gated.admin, listDevices)).status).toBe(200));
});

test('a whole fleet is moved and deleted in one call each', async () => {
  const large = await addCompany(api);
  const device_pks = await addFleet(api, { company: large, group: large.home }, 1_200);
  const to = await addGroup(api, large, 'All');
  const bulk_id = randomUUID();
  const told: object[] = [];
  await createSubscriber(api.deps)(busChannels.company(large.pk), (message) => {
    if (message.t === 'bulk_progress') told.push(message);
  });
  const call = async (body: object, id: string = randomUUID()) => {
    const { objects } = await change(large.admin, { ...body, device_pks, confirm: device_pks.length, bulk_id: id });
    return [objects.done.length, objects.refused];
  };
  expect(await call({ action: 'move', new_device_group_fk: to }, bulk_id)).toEqual([1_200, []]);
  const progress = { t: 'bulk_progress', bulk_id, refused: 0, total: 1_200 };
  await eventually(() =>
    expect(told).toMatchObject([
      { ...progress, handled: 500 },
      { ...progress, handled: 1_000 },
      { ...progress, handled: 1_200 },
    ]),
  );
  expect(await call({ action: 'config', app_config_fk: null })).toEqual([1_200, []]);
  expect(await call({ action: 'delete' })).toEqual([1_200, []]);
  expect((await api.call(large.admin, listDevices)).meta.total_count).toBe(0);
});

test('devices are in use while a redeemed session with them has not ended, and are named to those who see them', async () => {
  const devices = await add(4);
  const [running, issued, ended] = devices as [TestDevice, TestDevice, TestDevice];
  const session = ({ pk, guid, alias }: TestDevice, times: object) => ({
    id: RemoteSessionId.parse(randomUUID()),
    companyFk: company.pk,
    type: 'rc' as const,
    mgrid: company.adminId,
    deviceFk: pk,
    deviceGuid: guid,
    deviceAlias: alias,
    hostOsId: 1 as const,
    secretHash: '',
    issuedAt: new Date(),
    ...times,
  });
  const at = new Date();
  await api.deps.database.asSystem((tx) =>
    tx
      .insert(remoteSessions)
      .values([
        session(running, { redeemedAt: at }),
        session(running, { redeemedAt: at }),
        session(issued, {}),
        session(ended, { redeemedAt: at, endedAt: at }),
      ]),
  );
  const other = await addMember(api, company);
  // As many as may be selected in a list, which is more than a statement takes as parameters with those of its other
  // conditions.
  const others = Array.from({ length: 49_996 }, (_, i) => 1_000_000 + i);
  const inUse = async (token: string) =>
    (await api.call(token, listDevicesInUse, { body: { device_pks: [...pksOf(devices), ...others] as DevicePk[] } }))
      .objects;
  expect(await inUse(company.admin)).toEqual([running.pk]);
  expect(await inUse(other.token)).toEqual([]);
});
