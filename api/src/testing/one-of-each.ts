import { randomUUID } from 'node:crypto';
import { createRollout } from '@vigil/shared/contract/http/agent-updates';
import { createEnrolToken } from '@vigil/shared/contract/http/agents';
import { createApiToken } from '@vigil/shared/contract/http/api-tokens';
import { createAppConfig } from '@vigil/shared/contract/http/app-configs';
import {
  createApplication,
  installApplication,
  uploadApplicationPiece,
} from '@vigil/shared/contract/http/applications';
import { postApproval } from '@vigil/shared/contract/http/approvals';
import { createChannel } from '@vigil/shared/contract/http/channels';
import { issueBulkCommand, issueCommand } from '@vigil/shared/contract/http/commands';
import { runBulkDeviceAction } from '@vigil/shared/contract/http/device-bulk';
import { replaceDeviceTags, updateDevice } from '@vigil/shared/contract/http/devices';
import { postExport } from '@vigil/shared/contract/http/exports';
import { addFavourite } from '@vigil/shared/contract/http/favourites';
import { createFilter } from '@vigil/shared/contract/http/filters';
import { addGroupMember } from '@vigil/shared/contract/http/group-links';
import { importUsers } from '@vigil/shared/contract/http/imports';
import { changeIpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { createMaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import { createPayment } from '@vigil/shared/contract/http/payments';
import { writePreference } from '@vigil/shared/contract/http/preferences';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { createRemoteSession, reportRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import { listSessions } from '@vigil/shared/contract/http/sessions';
import { createTicket } from '@vigil/shared/contract/http/tickets';
import { createWallView } from '@vigil/shared/contract/http/wall-views';
import { BulkId, TicketPk, type GroupPk } from '@vigil/shared/contract/ids';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { insertReleases, releaseRow } from '@vigil/shared/platform/releases.test-support';
import { eq } from 'drizzle-orm';
import { addToHistories } from './history-rows.ts';
import { addressOf, type TestApi } from './test-api.ts';
import {
  addDevices,
  addGroup,
  addMember,
  addUnknownAgent,
  addWallScreen,
  connectDevices,
  PASSWORD,
  type TestCompany,
  type TestDevice,
} from './world.ts';

/** Whose objects are made, and the name that each of them gets. */
interface Owner {
  readonly company: TestCompany;
  readonly name: string;
}
/** Where they are made: what follows the first ones stands in their group and concerns their device. */
interface Place extends Owner {
  readonly group: GroupPk;
  readonly device: TestDevice;
}

async function addPlace(api: TestApi, { company, name }: Owner): Promise<Place> {
  const group = await addGroup(api, company, name);
  const [device] = (await addDevices(api, { company, group, alias: name }, 1)) as [TestDevice];
  await connectDevices(api, company, [device.pk]);
  return { company, name, group, device };
}

async function addToDevice(api: TestApi, { company: { admin }, name, device }: Place) {
  const params = { pk: String(device.pk) };
  await api.call(admin, updateDevice, { params, body: { memo: name } });
  await api.call(admin, replaceDeviceTags, { params, body: { tags: [name] } });
  await api.call(admin, issueCommand, { params: { guid: device.guid }, body: { type: 'reboot' } });
  const marked = await api.call(admin, addFavourite, { body: { servernum: device.pk } });
  return { favourite: marked.objects[0]?.pk ?? 0 };
}

export const ticketTimes = {
  reqr_work_startdate: '2099-01-01T00:00:00Z',
  reqr_work_enddate: '2099-01-02T00:00:00Z',
};

async function addRequests(api: TestApi, { company: { admin }, name, device }: Place) {
  const span = { start_time: '2099-01-01T00:00:00Z', end_time: '2099-01-02T00:00:00Z' };
  const asked = { device_pk: device.pk, approval_reason: name, ...span };
  const approval = (await api.call(admin, postApproval, { body: asked })).objects[0]?.pk ?? 0;
  const ticketBody = { ...ticketTimes, reqr_work_reason: name, device_pks: [device.pk] };
  const ticket = TicketPk.parse((await api.call(admin, createTicket, { body: ticketBody })).objects[0]?.id);
  return { approval, ticket };
}

export const preference = { key: 'columns' };

async function addSessions(api: TestApi, { company: { admin }, name, device }: Place) {
  await api.call(admin, writePreference, { params: preference, body: { value: name } });
  const session = (await api.call(admin, listSessions)).objects[0]?.id ?? '';
  const opened = { device_pk: device.pk, type: 'rc' as const, pledge: '1' as const };
  const { id, secret } = (await api.call(admin, createRemoteSession, { body: opened })).objects;
  await api.call(null, reportRemoteSession, { params: { id }, body: { state: 'started', secret } });
  return { session, remoteSession: id };
}

async function addViews(api: TestApi, { company, name, group }: Place) {
  const { admin } = company;
  const exported = (await api.call(admin, postExport, { body: { export_id: 'deviceListTable' } })).meta.id;
  const shared = { name, filter: { text: name, group }, shared: 1 } as const;
  const filter = (await api.call(admin, createFilter, { body: shared })).objects[0]?.pk ?? 0;
  const wall = { name, group_pks: [group] };
  const wallView = (await api.call(admin, createWallView, { body: wall })).objects[0]?.pk ?? 0;
  const screen = (await addWallScreen(api, company, { name, groups: [group] })).pk;
  return { exported, filter, wallView, screen };
}

async function addSoftware(api: TestApi, { company: { admin }, name, group, device }: Place) {
  const configBody = { name, description: '', config: {} };
  const config = (await api.call(admin, createAppConfig, { body: configBody })).objects[0]?.pk ?? 0;
  const file = Buffer.from('#!/bin/sh\n');
  const offered = { name, version: '1', file_name: name, size: file.length };
  const application = (await api.call(admin, createApplication, { body: offered })).objects[0]?.pk ?? 0;
  const installed = { params: { pk: String(application) } };
  await api.app.inject({
    method: 'PUT',
    url: addressOf(uploadApplicationPiece, { ...installed, query: { offset: '0' } }),
    headers: { token: admin, 'content-type': 'application/octet-stream' },
    payload: file,
  });
  const tomorrow = { device_pks: [device.pk], schedule_time: new Date(Date.now() + 86_400_000).toISOString() };
  const install = await api.call(admin, installApplication, { ...installed, body: tomorrow });
  const installation = install.objects.commands[0]?.id ?? '';
  const reboot = { ...tomorrow, type: 'reboot' as const };
  const scheduledReboot = (await api.call(admin, issueBulkCommand, { body: reboot })).objects.commands[0]?.id ?? '';
  await api.deps.database.asSystem(async (tx) => {
    await insertReleases(tx, [releaseRow('9.9.9')]);
    await tx.update(devices).set({ osId: 2, arch: 'x64', latestVersion: '9.9.9' }).where(eq(devices.pk, device.pk));
  });
  const updated = { device_group_fk: group, version: '9.9.9' };
  const rollout = (await api.call(admin, createRollout, { body: updated })).objects[0]?.pk ?? 0;
  return { config, application, installation, scheduledReboot, rollout };
}

async function addUsers(api: TestApi, { company, name, group }: Place) {
  const { admin } = company;
  const member = (await addMember(api, company, { name })).pk;
  const granted = { device_group_fk: group, member_fk: member };
  const link = (await api.call(admin, addGroupMember, { body: granted })).objects[0]?.pk ?? 0;
  const imported = randomUUID();
  const rows = [{ mgrid: 'imported-by-a', pw: 'Passw0rd!', name }];
  await api.call(admin, importUsers, { body: { rows, import_id: imported } });
  const token = { name, scopes: ['read' as const], group_pks: [group], expires_in_d: 1, origin_pw: PASSWORD };
  const apiToken = (await api.call(admin, createApiToken, { body: token })).objects.token.pk;
  const rule = { type: 'post' as const, start_ip_address: '192.0.2.77', reason: name };
  await api.call(admin, changeIpPolicy, { body: rule });
  return { member, link, imported, apiToken };
}

async function addAlerting(api: TestApi, { company: { pk, admin }, name, group, device }: Place) {
  const at = new Date();
  const events = [{ device: device.pk, at, name }];
  await api.deps.database.asSystem((tx) => addToHistories(tx, pk, events));
  const ofDevice = { companyFk: pk, cause: 'device' as const, deviceFk: device.pk, name, deviceCount: 1 };
  const [incident] = await api.deps.database.asSystem((tx) =>
    tx
      .insert(incidents)
      .values({ ...ofDevice, firstAt: at, openedAt: at })
      .returning(),
  );
  const quiet = { reason: name, group_pk: group, minutes: 60 };
  const maintenance = (await api.call(admin, createMaintenanceWindow, { body: quiet })).objects[0]?.pk ?? 0;
  const hook = { kind: 'webhook', name, url: 'https://hooks.example/' } as const;
  const channel = (await api.call(admin, createChannel, { body: hook })).objects.channel.pk;
  return { incident: incident?.pk ?? 0, maintenance, channel };
}

async function addLicences(api: TestApi, { company, name, group, device }: Place) {
  const { admin } = company;
  await addUnknownAgent(api, company, name);
  const bulkId = BulkId.parse(randomUUID());
  const bulk = { action: 'config' as const, app_config_fk: null, device_pks: [device.pk], bulk_id: bulkId };
  await api.call(admin, runBulkDeviceAction, { body: bulk });
  const licence = (await api.call(admin, readProfile)).objects[0]?.license.list[0]?.pay_pk ?? 0;
  const order = { items: [{ type: 'Basic' as const, vol: 5, period: 1 }], total: 12_500 };
  const payment = (await api.call(admin, createPayment, { body: order })).objects.id;
  const enrolToken = (await api.call(admin, createEnrolToken, { body: { group_pk: group } })).objects.pk;
  return { bulkId, licence, payment, enrolToken };
}

/**
 * Gives a company one object of each kind that has a key, all with the same name. The API has tickets and a payment
 * provider.
 * @returns the keys
 */
export async function addOneOfEach(api: TestApi, owner: Owner) {
  const place = await addPlace(api, owner);
  return {
    group: place.group,
    device: place.device,
    ...(await addToDevice(api, place)),
    ...(await addRequests(api, place)),
    ...(await addSessions(api, place)),
    ...(await addViews(api, place)),
    ...(await addSoftware(api, place)),
    ...(await addUsers(api, place)),
    ...(await addAlerting(api, place)),
    ...(await addLicences(api, place)),
  };
}

export type OneOfEach = Awaited<ReturnType<typeof addOneOfEach>>;
