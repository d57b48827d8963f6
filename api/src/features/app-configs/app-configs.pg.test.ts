import {
  copyAppConfig,
  createAppConfig,
  deleteAppConfig,
  listAppConfigs,
  readDeviceConfig,
  updateAppConfig,
} from '@vigil/shared/contract/http/app-configs';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { readDevice, updateDevice } from '@vigil/shared/contract/http/devices';
import { readGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { AppConfigPk, type DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { agentSettingsOf } from '@vigil/shared/platform/fleet/agent-settings';
import { readFleetIndex, rebuildFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addGroup, addMember, type TestCompany } from '../../testing/world.ts';

const test = apiTest();

/** The calls of one user. */
const of = (api: TestApi, token: string) => ({
  list: async () => (await api.call(token, listAppConfigs)).objects,
  create: (name: string, config: object = {}) =>
    api.call(token, createAppConfig, { body: { name, description: '', config } }),
  edit: (pk: number, body: { version: number; confirm?: number; name?: string; config?: object }) =>
    api.call(token, updateAppConfig, { params: { pk: String(pk) }, body }),
  copy: (pk: number) => api.call(token, copyAppConfig, { params: { pk: String(pk) } }),
  remove: (pk: number, confirm?: number) =>
    api.call(token, deleteAppConfig, {
      params: { pk: String(pk) },
      query: confirm === undefined ? {} : { confirm: String(confirm) },
    }),
  give: (device: DevicePk, app_config_fk: AppConfigPk | null) =>
    api.call(token, updateDevice, { params: { pk: String(device) }, body: { app_config_fk } }),
  giveGroup: (group: GroupPk, app_config_fk: AppConfigPk | null, confirm?: number) =>
    api.call(token, updateGroup, {
      params: { pk: String(group) },
      body: { app_config_fk, ...(confirm === undefined ? {} : { confirm }) },
    }),
  effective: async (device: DevicePk) =>
    (await api.call(token, readDeviceConfig, { params: { pk: String(device) } })).objects[0],
});
const codeOf = async (reply: Promise<{ error?: { code: string } | undefined }>) => (await reply).error?.code ?? 'done';

/** The settings that a gateway would send now. */
async function settings(api: TestApi, company: TestCompany, pk: DevicePk) {
  const index = await readFleetIndex(api.deps.redis, company.pk);
  return index && agentSettingsOf(index, pk);
}

/** A company whose Manager need not confirm, with a group under another and a device in each. */
async function makeWorld(api: TestApi) {
  const company = await addCompany(api);
  const user = of(api, company.admin);
  const upper = await addGroup(api, company, 'Upper');
  const lower = await addGroup(api, company, 'Lower', upper);
  const [one] = await addDevices(api, { company, group: upper, alias: 'upper' }, 1);
  const [two] = await addDevices(api, { company, group: lower, alias: 'lower' }, 1);
  if (!one || !two) throw new Error('no devices');
  await rebuildFleetIndex(api.deps.redis, api.deps.database, company.pk);
  const make = async (name: string, config: object = {}) =>
    AppConfigPk.parse((await user.create(name, config)).objects[0]?.pk);
  return { company, user, upper, lower, one: one.pk, two: two.pk, make };
}

test('a company has a default configuration, which is edited and copied but not deleted', async ({ api }) => {
  const { user, company, one, make } = await makeWorld(api);
  const [base] = await user.list();
  expect(base).toMatchObject({
    config_name: 'Default',
    flag_df_config: 1,
    config: {},
    reach_count: 2,
    device_count: 0,
  });
  if (!base) throw new Error('no default');
  expect(await codeOf(user.remove(base.pk, 2))).toBe('default_config');
  await user.edit(base.pk, { version: base.version, config: { refresh_interval: 20 } });
  expect(await settings(api, company, one)).toMatchObject({ refresh_interval: 20, config: { refresh_interval: 20 } });
  await user.give(one, await make('Fast', { refresh_interval: 1 }));
  expect(await settings(api, company, one)).toMatchObject({ refresh_interval: 1 });
  expect((await user.copy(base.pk)).objects).toMatchObject([
    { config_name: 'Default (2)', flag_df_config: 0, config: { refresh_interval: 20 }, reach_count: 0 },
  ]);
  expect((await user.copy(base.pk)).objects).toMatchObject([{ config_name: 'Default (3)' }]);
});

const REFUSED: readonly object[] = [
  { refresh_interval: 0.1 },
  { refresh_interval: '5' },
  { img_refresh_interval: 3_601 },
  { capture_quality: 60.5 },
  { capture_quality: 0 },
  { capture_never: 2 },
  { blur_regions: [{ x: 0, y: 0, width: 0, height: 10 }] },
  { blur_regions: [{ x: 0, y: 101, width: 10, height: 10 }] },
  { blur_regions: Array.from({ length: 21 }, () => ({ x: 0, y: 0, width: 10, height: 10 })) },
  { log_level: 'loud' },
  { allowed_commands: ['dance'] },
  { allowed_commands: ['wol', 'wol'] },
  { proxy: 'proxy.example.org:8080' },
  { proxy: 'socks5://proxy.example.org' },
  { proxy: 'http://user:secret@proxy.example.org' },
  { update_channel: 'nightly' },
  { update_hour: 24 },
  { agent_restart_time: -1 },
  { colour: 'blue' },
];

test('unknown keys and values out of their limits are refused; every key at its limits is stored', async ({
  api,
  company,
}) => {
  const user = of(api, company.admin);
  for (const config of REFUSED)
    expect([config, await codeOf(user.create('Refused', config))]).toEqual([config, 'malformed']);
  for (const name of ['', '  ', 'x'.repeat(51), 'a\u202eb']) expect(await codeOf(user.create(name))).toBe('malformed');
  const config = {
    refresh_interval: 0.2,
    img_refresh_interval: 3_600,
    capture_quality: 1,
    capture_never: 1,
    blur_regions: [{ x: 0, y: 12.5, width: 100, height: 1 }],
    log_level: 'error',
    allowed_commands: [],
    proxy: 'http://proxy.example.org:3128',
    update_channel: 'beta',
    update_hour: null,
    agent_restart_time: 0,
  };
  expect((await user.create(' All  keys ', config)).objects).toMatchObject([{ config_name: 'All keys', config }]);
});

test('a name is used once in a company, without regard to case, also by two requests at once', async ({ api }) => {
  const { user, make } = await makeWorld(api);
  const codes = await Promise.all(['Same', 'SAME', 'same'].map((name) => codeOf(user.create(name))));
  expect(codes.toSorted()).toEqual(['done', 'duplication_config_name', 'duplication_config_name']);
  const other = await make('Other');
  expect(await codeOf(user.edit(other, { version: 1, name: 'sAme' }))).toBe('duplication_config_name');
  expect(await codeOf(user.edit(other, { version: 1, name: 'OTHER' }))).toBe('done');
});

test('of two edits of one version the second is a conflict, and changes nothing', async ({ api }) => {
  const { user, make } = await makeWorld(api);
  const pk = await make('Shared', { refresh_interval: 1 });
  const replies = await Promise.all(
    [2, 3].map((value) => user.edit(pk, { version: 1, config: { refresh_interval: value } })),
  );
  expect(replies.map(({ error }) => error?.code ?? 'done').toSorted()).toEqual(['conflict', 'done']);
  const done = replies.find(({ error }) => !error)?.objects[0];
  expect(done?.version).toBe(2);
  expect((await user.list()).find((one) => one.pk === pk)).toMatchObject({ config: done?.config ?? {}, version: 2 });
});

test('a device counts once for each configuration that reaches it: given to it, to its group, to a group above', async ({
  api,
}) => {
  const { user, upper, lower, one, two, make } = await makeWorld(api);
  const pk = await make('Counted');
  const counts = async () => {
    const found = (await user.list()).find((config) => config.pk === pk);
    return [found?.device_count, found?.group_count, found?.reach_count];
  };
  expect(await counts()).toEqual([0, 0, 0]);
  await user.giveGroup(upper, pk);
  expect(await counts()).toEqual([0, 1, 2]);
  await user.give(two, pk);
  await user.giveGroup(lower, pk);
  expect(await counts()).toEqual([1, 2, 2]);
  await user.giveGroup(upper, null);
  expect(await counts()).toEqual([1, 1, 1]);
  expect(one).toBeGreaterThan(0);
});

test('a member sees the configurations with the counts of the groups in sight', async ({ api }) => {
  const { company, user, upper, lower, one, two, make } = await makeWorld(api);
  const pk = await make('Everywhere');
  for (const device of [one, two]) await user.give(device, pk);
  for (const group of [upper, lower]) await user.giveGroup(group, pk);
  const member = of(api, (await addMember(api, company, { groups: [lower] })).token);
  expect((await member.list()).find((config) => config.pk === pk)).toMatchObject({
    device_count: 1,
    group_count: 1,
    reach_count: 1,
  });
  expect((await member.list())[0]).toMatchObject({ flag_df_config: 1, reach_count: 1 });
  expect(
    await codeOf(api.call((await addMember(api, company)).token, readDeviceConfig, { params: { pk: String(one) } })),
  ).toBe('not_found');
});

test('each key applies from the nearest: device, group, groups above, default, company; and names where it is from', async ({
  api,
}) => {
  const { company, user, upper, lower, two, make } = await makeWorld(api);
  const [base] = await user.list();
  await user.edit(base?.pk ?? 0, { version: 1, config: { log_level: 'warn', refresh_interval: 60 } });
  const above = await make('Above', { refresh_interval: 30, capture_never: 1 });
  const near = await make('Near', { refresh_interval: 10 });
  const own = await make('Own', { capture_quality: 20 });
  await user.giveGroup(upper, above);
  await user.giveGroup(lower, near);
  await user.give(two, own);
  await api.deps.database.asSystem((tx) =>
    tx.execute(sql`insert into policies (company_fk, agent_restart_time) values (${company.pk}, 4)`),
  );
  const effective = await user.effective(two);
  expect(effective?.sources).toMatchObject([
    { source: 'device', config_name: 'Own' },
    { source: 'group', group_name: 'Lower', config_name: 'Near' },
    { source: 'group', group_name: 'Upper', config_name: 'Above' },
    { source: 'default', config_name: 'Default' },
  ]);
  const told = Object.fromEntries(effective?.keys.map(({ key, value, from }) => [key, [value, from]]) ?? []);
  expect(told).toMatchObject({
    capture_quality: [20, 0],
    refresh_interval: [10, 1],
    capture_never: [1, 2],
    log_level: ['warn', 3],
    agent_restart_time: [4, 'company'],
    proxy: [null, null],
  });
  // What is shown is what gateways send.
  const sent = await settings(api, company, two);
  expect(sent?.config).toEqual({ capture_quality: 20, refresh_interval: 10, capture_never: 1, log_level: 'warn' });
  expect(effective?.version).toBe(sent?.version);
  const group = (await api.call(company.admin, readGroup, { params: { pk: String(lower) } })).objects[0];
  expect(group).toMatchObject({ app_config_fk: near });
  expect(group?.configs.map(({ config_name }) => config_name)).toEqual(['Near', 'Above', 'Default']);
});

test('[SETTINGS-1] every change raises the version of the devices that it reaches, and of no others', async ({
  api,
}) => {
  const { company, user, upper, one, two, make } = await makeWorld(api);
  const [elsewhere] = await addDevices(api, { company, alias: 'elsewhere' }, 1);
  const pk = await make('Steps', { refresh_interval: 9 });
  const versionsOf = async () =>
    Promise.all(
      [one, two, elsewhere?.pk ?? one].map(async (device) => (await settings(api, company, device))?.version ?? 0),
    );
  const steps: readonly (() => Promise<unknown>)[] = [
    () => user.giveGroup(upper, pk),
    () => user.edit(pk, { version: 1, config: { refresh_interval: 8 } }),
    () => user.remove(pk, 2),
  ];
  for (const step of steps) {
    const before = await versionsOf();
    await step();
    const after = await versionsOf();
    expect(after[0]).toBeGreaterThan(before[0] ?? 0);
    expect(after[1]).toBeGreaterThan(before[1] ?? 0);
    expect(after[2]).toBe(before[2]);
  }
  expect(await settings(api, company, two)).toMatchObject({ refresh_interval: 5, config: {} });
});

test('a configuration in use is deleted with the number of its devices; they and its groups inherit then', async ({
  api,
}) => {
  const { company, user, upper, lower, two, make } = await makeWorld(api);
  const [above, gone] = [await make('Above', { refresh_interval: 30 }), await make('Gone', { refresh_interval: 3 })];
  await user.giveGroup(upper, above);
  await user.giveGroup(lower, gone);
  await user.give(two, gone);
  for (const confirm of [undefined, 2]) {
    expect((await user.remove(gone, confirm)).error).toMatchObject({ code: 'confirm_required', detail: 1 });
  }
  expect((await settings(api, company, two))?.refresh_interval).toBe(3);
  const before = (await settings(api, company, two))?.version ?? 0;
  expect((await user.remove(gone, 1)).objects).toEqual([gone]);
  expect(await settings(api, company, two)).toMatchObject({ refresh_interval: 30 });
  expect((await settings(api, company, two))?.version).toBeGreaterThan(before);
  const { objects } = await api.call(company.admin, readDevice, { params: { pk: String(two) } });
  expect(objects[0]).toMatchObject({ app_config_fk: null, app_config_name: null });
  expect(await codeOf(user.remove(gone, 1))).toBe('not_found');
  expect(await codeOf(user.give(two, gone))).toBe('not_found');
  expect(await codeOf(user.giveGroup(lower, gone))).toBe('not_found');
});

test('a renamed configuration has its new name in the list of devices, and the agents nothing new to apply', async ({
  api,
}) => {
  const { company, user, two, make } = await makeWorld(api);
  const pk = await make('Before', { refresh_interval: 3 });
  await user.give(two, pk);
  const version = (await settings(api, company, two))?.version;
  await user.edit(pk, { version: 1, name: 'After' });
  const { objects } = await api.call(company.admin, readDevice, { params: { pk: String(two) } });
  expect(objects[0]?.app_config_name).toBe('After');
  expect((await settings(api, company, two))?.version).toBe(version);
});

test('a change that reaches more devices than the company lets pass asks for their number', async ({ api }) => {
  const { company, user, upper, make } = await makeWorld(api);
  await api.deps.database.asSystem((tx) =>
    tx.execute(sql`update companies set bulk_confirm_over = 1 where pk = ${company.pk}`),
  );
  const pk = await make('Wide');
  const asked = { code: 'confirm_required', detail: 2 };
  expect((await user.giveGroup(upper, pk)).error).toMatchObject(asked);
  expect(await codeOf(user.giveGroup(upper, pk, 2))).toBe('done');
  expect((await user.edit(pk, { version: 1, config: { capture_never: 1 } })).error).toMatchObject(asked);
  expect(await codeOf(user.edit(pk, { version: 1, config: { capture_never: 1 }, confirm: 2 }))).toBe('done');
  expect(await codeOf(user.edit(pk, { version: 2, name: 'A name is no setting' }))).toBe('done');
});

test('only administrators change configurations, and each change is audited', async ({ api }) => {
  const { company, user, upper, make } = await makeWorld(api);
  const member = of(api, (await addMember(api, company, { authVal: 15 })).token);
  expect(await codeOf(member.create('Theirs'))).toBe('not_allowed');
  const pk = await make('Audited', { refresh_interval: 1 });
  for (const refused of [member.edit(pk, { version: 1, name: 'x' }), member.copy(pk), member.remove(pk)])
    expect(await codeOf(refused)).toBe('not_allowed');
  await user.edit(pk, { version: 1, config: { refresh_interval: 2 } });
  await user.giveGroup(upper, pk);
  await user.remove(pk, 2);
  const { objects } = await api.call(company.admin, listAudits, { query: { search_mode: 'all' } });
  const audited = objects
    .filter(({ act_name_id }) => act_name_id === 80)
    .map(({ old_value, new_value }) => [old_value, new_value]);
  const text = (refresh_interval: number) =>
    JSON.stringify({ name: 'Audited', description: '', config: { refresh_interval } });
  expect(audited).toHaveLength(4);
  expect(audited).toContainEqual([text(1), text(2)]);
  expect(audited).toContainEqual([text(2), null]);
  expect(audited).toContainEqual([
    JSON.stringify({ group: 'Upper', config: null }),
    JSON.stringify({ group: 'Upper', config: 'Audited' }),
  ]);
});
