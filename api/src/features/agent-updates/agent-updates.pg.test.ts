import {
  changeRollout,
  createRollout,
  listRolloutDevices,
  listRollouts,
  readAgentReleases,
} from '@vigil/shared/contract/http/agent-updates';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { issueBulkCommand, issueCommand } from '@vigil/shared/contract/http/commands';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { agentReleaseChunks } from '@vigil/shared/platform/db/schema/releases';
import { insertReleases, packageRow, releaseRow } from '@vigil/shared/platform/releases.test-support';
import { eq, inArray, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
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
let all: TestDevice[];

test.beforeAll(async ({ api: started }) => {
  api = started;
  company = await addCompany(api);
  floor = await addGroup(api, company, 'Floor');
  all = await addDevices(api, { company, group: floor }, 12);
  await connectDevices(
    api,
    company,
    all.map(({ pk }) => pk),
  );
  await api.deps.database.asSystem(async (tx) => {
    await insertReleases(tx, [releaseRow('1.1.0'), releaseRow('1.2.0', { channel: 'beta' })]);
    await tx.update(devices).set({ osId: 2, arch: 'x64', agentVersion: '1.0.0', latestVersion: '1.1.0' });
  });
  await change(all.slice(10, 11), sql`cs_ver = '1.1.0'`);
  await change(all.slice(11), sql`dev_os_id = 4, latest_ver = null`);
});

const change = (rows: readonly TestDevice[], set: ReturnType<typeof sql>) =>
  api.deps.database.asSystem((tx) =>
    tx.execute(
      sql`update devices set ${set} where ${inArray(
        devices.pk,
        rows.map(({ pk }) => pk),
      )}`,
    ),
  );

/** For its system there is a newer release. */
const outdated = sql`dev_os_id = 2, arch = 'x64', cs_ver = '1.0.0', latest_ver = '1.1.0'`;

const start = (more: object = {}, token = company.admin) =>
  api.call(token, createRollout, { body: { device_group_fk: floor, version: '1.1.0', percent: 50, ...more } });

test('an update carries the signed manifest and the address of its package', async () => {
  const [device, , , , , , , , , , newest, phone] = all as Required<TestDevice>[];
  const update = (guid: TestDevice['guid']) =>
    api.call(company.admin, issueCommand, { params: { guid }, body: { type: 'update' } });
  expect(await update(newest!.guid)).toMatchObject({ status: 409, error: { code: 'already_newest' } });
  expect(await update(phone!.guid)).toMatchObject({ status: 409, error: { code: 'no_release' } });
  const { objects } = await update(device!.guid);
  if (!('id' in objects)) throw new Error('not issued');
  const [row] = await api.deps.database.asSystem((tx) =>
    tx.execute<{ args: object }>(sql`select args from commands where id = ${objects.id}`),
  );
  expect(row?.args).toMatchObject({
    version: '1.1.0',
    path: `/agents/releases/${objects.id}`,
    release: { key_id: 'key', manifest: { version: '1.1.0' } },
  });
});

test('a bulk update leaves out those that run the newest version, and says so', async () => {
  const [, device, , , , , , , , , newest] = all as Required<TestDevice>[];
  const { objects } = await api.call(company.admin, issueBulkCommand, {
    body: { type: 'update', device_pks: [device!.pk, newest!.pk] },
  });
  expect(objects.commands.map(({ device_pk }) => device_pk)).toEqual([device!.pk]);
  expect(objects.refused).toEqual([{ device_pk: newest!.pk, code: 'already_newest' }]);
});

test('the overview counts the versions of the devices that the caller sees', async () => {
  const own = await addCompany(api);
  const theirs = await addDevices(api, { company: own }, 12);
  await change(theirs, outdated);
  await change(theirs.slice(10, 11), sql`cs_ver = '1.1.0'`);
  await change(theirs.slice(11), sql`dev_os_id = 4, latest_ver = null`);
  const { objects } = await api.call(own.admin, readAgentReleases);
  expect(objects.releases.map(({ version, channel }) => [version, channel])).toEqual([
    ['1.2.0', 'beta'],
    ['1.1.0', 'stable'],
  ]);
  expect(objects.versions).toEqual([
    { version: '1.1.0', devices: 1, outdated: 0 },
    { version: '1.0.0', devices: 11, outdated: 10 },
  ]);
});

test('[UPD-6] a rollout takes the devices that need the release, in no order of theirs, and no device twice', async () => {
  expect(await start({ version: '3.0.0' })).toMatchObject({ error: { code: 'no_release' } });
  // A release of the other channel is for none of these devices.
  expect(await start({ version: '1.2.0' })).toMatchObject({ error: { code: 'channel_not_followed' } });
  const empty = await addGroup(api, company, 'Empty');
  expect(await start({ device_group_fk: empty })).toMatchObject({ error: { code: 'no_approved_device' } });
  const [rollout] = (await start()).objects;
  expect(rollout).toMatchObject({
    device_group_fk: floor,
    percent: 50,
    failure_percent: 5,
    least_decided: 10,
    state: 'running',
    counts: { total: 10, share: 5, waiting: 5, open: 0, done: 0, failed: 0, skipped: 0, disabled: 0 },
  });
  expect(await start()).toMatchObject({ error: { code: 'in_other_rollout' } });

  const params = { pk: String(rollout!.pk) };
  const edit = (body: object) => api.call(company.admin, changeRollout, { params, body });
  expect((await edit({ action: 'pause' })).objects).toMatchObject([{ state: 'paused' }]);
  expect(await edit({ action: 'pause' })).toMatchObject({ error: { code: 'conflict' } });
  expect(await edit({ percent: 20 })).toMatchObject({ error: { code: 'conflict' } });
  // Paused by the server, it goes on in the name of the user who resumes it.
  await api.deps.database.asSystem((tx) =>
    tx.execute(sql`update agent_rollouts set issued_by = 0, issuer_name = 'Gone', reason = 'issuer_not_allowed'`),
  );
  const [raised] = (await edit({ action: 'resume', percent: 80 })).objects;
  expect(raised).toMatchObject({
    state: 'running',
    reason: null,
    percent: 80,
    counts: { share: 8, waiting: 8 },
    issuer_name: rollout!.issuer_name,
  });
  const { objects: rows } = await api.call(company.admin, listRolloutDevices, { params });
  expect(rows).toHaveLength(10);
  expect(rows.map(({ device_pk }) => device_pk)).not.toEqual(all.slice(0, 10).map(({ pk }) => pk));
  expect((await edit({ action: 'stop' })).objects).toMatchObject([{ state: 'stopped', reason: null }]);
  expect(await edit({ percent: 100 })).toMatchObject({ error: { code: 'conflict' } });
  // What it left is free again.
  expect((await start()).objects).toMatchObject([{ counts: { total: 10 } }]);
  const audits = await api.call(company.admin, listAudits);
  expect(audits.objects.filter(({ act_name_id }) => act_name_id === 5).length).toBeGreaterThan(3);
});

test('[UPD-6] devices whose configuration forbids updates are left out, counted, and named with the reason', async () => {
  const room = await addGroup(api, company, 'Room');
  const own = await addDevices(api, { company, group: room }, 4);
  const configOf = (name: string, config: object) =>
    api.deps.database.asSystem(async (tx) => {
      const row = { companyFk: company.pk, name, config };
      const [added] = await tx.insert(appConfigs).values(row).returning({ pk: appConfigs.pk });
      return added!.pk;
    });
  const strict = await configOf('Strict', { allowed_commands: ['reboot'] });
  const open = await configOf('Open', { allowed_commands: ['reboot', 'update'] });
  const silent = await configOf('Silent', { log_level: 'debug' });
  await change(own, outdated);
  // The group forbids it; one device has a configuration that allows it, one has one that says nothing about it.
  await api.deps.database.asSystem((tx) =>
    tx.update(deviceGroups).set({ appConfigFk: strict }).where(eq(deviceGroups.pk, room)),
  );
  expect(await start({ device_group_fk: room })).toMatchObject({ status: 409, error: { code: 'updates_disabled' } });
  await change(own.slice(0, 1), sql`app_config_fk = ${open}`);
  await change(own.slice(1, 2), sql`app_config_fk = ${silent}`);
  const [rollout] = (await start({ device_group_fk: room, percent: 100 })).objects;
  expect(rollout?.counts).toMatchObject({ total: 1, share: 1, waiting: 1, skipped: 0, disabled: 3 });
  const { objects: rows } = await api.call(company.admin, listRolloutDevices, {
    params: { pk: String(rollout!.pk) },
  });
  expect(rows.map(({ device_pk, state, reason }) => [device_pk, state, reason])).toEqual([
    [own[0]!.pk, 'waiting', null],
    ...own
      .slice(1)
      .toReversed()
      .map(({ pk }) => [pk, 'skipped', 'updates_disabled']),
  ]);
});

test('[UPD-6] a rollout of a release whose packages were deleted is refused, and such a release is not offered', async () => {
  const hall = await addGroup(api, company, 'Hall');
  const own = await addDevices(api, { company, group: hall }, 1);
  await change(own, outdated);
  const offered = async () =>
    (await api.call(company.admin, readAgentReleases)).objects.releases.map(({ version }) => version);
  await api.deps.database.asSystem((tx) => tx.delete(agentReleaseChunks));
  expect(await start({ device_group_fk: hall })).toMatchObject({ status: 409, error: { code: 'packages_deleted' } });
  expect(await offered()).toEqual([]);
  await api.deps.database.asSystem((tx) => tx.insert(agentReleaseChunks).values(packageRow));
  expect((await start({ device_group_fk: hall })).status).toBe(200);
  expect(await offered()).toEqual(['1.2.0', '1.1.0']);
});

test('rollouts of groups out of sight are as if they were not there', async () => {
  const hidden = await addMember(api, company, { groups: [await addGroup(api, company, 'Elsewhere')], authVal: 15 });
  const office = await addGroup(api, company, 'Office');
  await change(await addDevices(api, { company, group: office }, 1), outdated);
  const [rollout] = (await start({ device_group_fk: office })).objects;
  const { objects } = await api.call(company.admin, listRollouts);
  expect(objects.map(({ pk }) => pk)).toContain(rollout!.pk);
  const answer = await api.call(hidden.token, listRollouts);
  expect([answer.status, answer.objects ?? []]).toEqual([expect.any(Number), []]);
});
