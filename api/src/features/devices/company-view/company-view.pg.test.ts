import { randomUUID } from 'node:crypto';
import { DeviceRowsByColumn } from '@vigil/shared/contract/device-columns';
import type { BodyOf, WithObjects } from '@vigil/shared/contract/endpoint';
import { usageBatchColumns } from '@vigil/shared/contract/events/browser-down/fleet-state';
import {
  changeDeviceApproval,
  deleteDevice,
  listDevices,
  moveDevices,
  readDeviceListSnapshot,
  replaceDeviceTags,
  updateDevice,
} from '@vigil/shared/contract/http/devices';
import { addFavourite, removeFavourite } from '@vigil/shared/contract/http/favourites';
import { createGroup, deleteGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import type { AppConfigPk, DevicePk, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import { deviceSortKeys } from '@vigil/shared/contract/names';
import { rowsOfColumns } from '@vigil/shared/domain/rows-of-columns';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { DeviceConnectionTimes } from '@vigil/shared/platform/bus/messages';
import { publishFleetOnCommit, commitChange } from '@vigil/shared/platform/changes/commit-change';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { deviceGroups, devices, favourites } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { enqueueOutbox, publishOutbox } from '@vigil/shared/platform/fleet/outbox';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { removeLastFrame } from '@vigil/shared/platform/redis/last-frames';
import { readDevicePresence, recordSocketTransitions } from '@vigil/shared/platform/redis/presence';
import { eq, sql, type Column } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { runsOf } from '../../../../../tests/support/scope.ts';
import { apiTest } from '../../../testing/fixture.ts';
import { storeFrameOf } from '../../../testing/last-frames.ts';
import type { TestApi } from '../../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  addMember,
  type TestCompany,
  type TestUser,
} from '../../../testing/world.ts';
import { readDirectly, type ListQuery } from './read-directly.test-support.ts';

const test = apiTest();
let api: TestApi;
let second: Awaited<ReturnType<TestApi['startSecond']>>;

test.beforeAll(async ({ api: started }) => {
  api = started;
  second = await api.startSecond();
});

const byColumns: WithObjects<typeof listDevices, typeof DeviceRowsByColumn> = {
  ...listDevices,
  objects: DeviceRowsByColumn,
};

interface World {
  readonly company: TestCompany;
  readonly member: TestUser;
  readonly config: AppConfigPk;
  readonly admin: UserPk;
  readonly visible: readonly GroupPk[];
}

async function makeWorld(): Promise<World> {
  const company = await addCompany(api);
  const floor = await addGroup(api, company, 'Floor');
  const room = await addGroup(api, company, 'Room', floor);
  const member = await addMember(api, company, { groups: [room] });
  await addDevices(api, { company, group: floor, alias: 'Kiosk' }, 5, { macAddr: 'AA-10' });
  await addDevices(api, { company, group: room, alias: '패널' }, 4, { osId: 1, publicIp: '203.0.113.5' });
  await addDevices(api, { company }, 3, { approval: 0, agentVersion: '1.10.0' });
  const { config, admin } = await api.deps.database.asSystem(async (tx) => {
    const [first] = await tx.select().from(appConfigs).where(eq(appConfigs.companyFk, company.pk));
    const [user] = await tx.select().from(users).where(eq(users.mgrid, company.adminId));
    return { config: first?.pk as AppConfigPk, admin: user?.pk as UserPk };
  });
  return { company, member, config, admin, visible: [room] };
}

const inCompany = <T>({ company }: World, work: Parameters<typeof api.deps.database.inCompany<T>>[1]) =>
  api.deps.database.inCompany(company.pk, work);
const pksOf = (world: World): Promise<DevicePk[]> =>
  inCompany(world, async (tx) =>
    (await tx.select({ pk: devices.pk }).from(devices).orderBy(devices.pk)).map((row) => row.pk),
  );
const groupsOf = (world: World): Promise<GroupPk[]> =>
  inCompany(world, async (tx) =>
    (await tx.select({ pk: deviceGroups.pk }).from(deviceGroups).orderBy(deviceGroups.pk)).map((row) => row.pk),
  );

/** Everything that changes a row, through the code that does it. `n` chooses what is changed and into what. */
const changes: Readonly<Record<string, (world: World, n: number) => Promise<unknown>>> = {
  rename: (world, n) => change(world, n, { alias: `Name ${n % 7}` }),
  note: (world, n) => change(world, n, { memo: `"quoted" ${n}` }),
  tag: async (world, n) => {
    const tags = ['Till', 'east', '3층'].slice(0, n % 4);
    return api.call(world.company.admin, replaceDeviceTags, {
      params: { pk: String(await pick(world, n)) },
      body: { tags },
    });
  },
  configure: (world, n) => change(world, n, { app_config_fk: n % 2 === 0 ? world.config : null }),
  approve: async (world, n) =>
    api.call(world.company.admin, changeDeviceApproval, {
      params: { pk: String(await pick(world, n)) },
      body: { approval: n % 2 === 0 ? 1 : 0 },
    }),
  move: async (world, n) => {
    const device_pk = n % 3 === 0 ? (await pksOf(world)).slice(0, 4) : await pick(world, n);
    const body = { device_pk, new_device_group_fk: await pickGroup(world, n) };
    return api.call(world.company.admin, moveDevices, { body });
  },
  add: async (world, n) =>
    addDevices(api, { company: world.company, group: await pickGroup(world, n), alias: `add ${n}` }, 1),
  remove: async (world, n) => {
    if (n % 3 === 0)
      await api.call(world.company.admin, deleteDevice, {
        params: { pk: String(await pick(world, n)) },
      });
  },
  addGroup: (world, n) => api.call(world.company.admin, createGroup, { body: { name: `group ${n}`, group_fk: null } }),
  renameGroup: async (world, n) =>
    api.call(world.company.admin, updateGroup, {
      params: { pk: String(await pickGroup(world, n)) },
      body: { name: `renamed ${n}`, group_fk: n % 2 === 0 ? await pickGroup(world, n + 1) : null },
    }),
  removeGroup: async (world, n) => {
    const pk = await pickGroup(world, n);
    if (n % 4 === 0 && !world.visible.includes(pk))
      await api.call(world.company.admin, deleteGroup, { params: { pk: String(pk) } });
  },
  connect: (world, n) => transition(world, n, true),
  disconnect: (world, n) => transition(world, n, false),
  storeTimes: async (world, n) => storeTimes(world, [await pick(world, n), Date.UTC(2026, 0, 1) + n * 1_000, null]),
  measure: async (world, n) => {
    const device = await pick(world, n);
    const row = [device, n % 100, null, 8_000, 1.5, n / 10, null, null, -3, null, 900];
    const [group] = await inCompany(world, (tx) =>
      tx.select({ pk: devices.groupFk }).from(devices).where(eq(devices.pk, device)),
    );
    if (!group) return;
    await api.deps.redis.commands.hSet(redisKeys.usage(world.company.pk), String(device), JSON.stringify(row));
    const batch = { group: group.pk, at: n, cols: [...usageBatchColumns], rows: [row] };
    await publish(api.deps.redis, busChannels.usage(world.company.pk, group.pk), { t: 'system_usage', ...batch });
  },
  photograph: async (world, n) => {
    await storeFrameOf(api, world.company, await pick(world, n), { ext: n % 2 === 0 ? 'webp' : 'jpg' });
  },
  forgetPicture: async (world, n) =>
    removeLastFrame(api.deps.redis, { company: world.company.pk, device: await pick(world, n) }, null),
  report: async (world, n) => {
    const device_pk = await pick(world, n);
    const [s_pub_ip, latitude] = [`203.0.113.${n % 9}`, n / 7];
    await commitChange(api.deps, world.company.pk, async (tx) => {
      const [row] = await tx
        .update(devices)
        .set({ publicIp: s_pub_ip, latitude })
        .where(eq(devices.pk, device_pk))
        .returning({ approval: devices.approval });
      // As workers publish it: where a device is, only once it is approved.
      const patch = { s_pub_ip, latitude: row?.approval === 1 ? latitude : null };
      publishFleetOnCommit(tx, [{ t: 'device_changed', device_pk, patch }]);
      return null;
    });
  },
  favour: async (world, n) =>
    api.call(world.company.admin, addFavourite, { body: { servernum: await pick(world, n) } }),
  unfavour: async (world, n) => {
    const own = await inCompany(world, (tx) => tx.select().from(favourites).where(eq(favourites.userFk, world.admin)));
    const one = own[n % Math.max(1, own.length)];
    if (one) await api.call(world.company.admin, removeFavourite, { query: { favnum: String(one.pk) } });
  },
};

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const pick = async (world: World, n: number) => at(await pksOf(world), n);
const pickGroup = async (world: World, n: number) => at(await groupsOf(world), n);
const change = async (world: World, n: number, body: BodyOf<typeof updateDevice>) =>
  api.call(world.company.admin, updateDevice, {
    params: { pk: String(await pick(world, n)) },
    body,
  });

/** A socket is opened or closed, and a worker stores when. */
async function transition(world: World, n: number, online: boolean): Promise<void> {
  const { company } = world;
  const device = await pick(world, n);
  const holder = await readDevicePresence(api.deps.redis, company.pk, device);
  if (!online && !holder) return;
  const time = Date.UTC(2026, 0, 2) + n;
  const connection = online ? randomUUID() : (holder?.connection ?? '');
  const opened = { device, online, connection, at: time };
  await recordSocketTransitions(api.deps.redis, { company: company.pk, gateway: 'gateway' }, [opened]);
  await storeTimes(world, online ? [device, time, null] : [device, null, time]);
}

async function storeTimes(world: World, times: DeviceConnectionTimes): Promise<void> {
  const [device, connected, disconnected] = times;
  const newest = (column: Column, time: number | null) =>
    time === null ? sql`${column}` : sql`greatest(${column}, ${new Date(time).toISOString()}::timestamptz)`;
  await inCompany(world, (tx) =>
    tx
      .update(devices)
      .set({
        lastConnectedAt: newest(devices.lastConnectedAt, connected),
        lastDisconnectedAt: newest(devices.lastDisconnectedAt, disconnected),
      })
      .where(eq(devices.pk, device)),
  );
  const channel = busChannels.listed(world.company.pk);
  // Once more than necessary, as when a worker takes over the batch of another one.
  for (let i = 0; i < 2; i += 1) await publish(api.deps.redis, channel, { t: 'device_times', rows: [times] });
}

const queries = fc.record({
  by: fc.constantFrom(...deviceSortKeys),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.constantFrom(3, 1_000),
  offset: fc.constantFrom(0, 2),
  scope: fc.constantFrom('all' as const, 'favorate' as const, 'group' as const),
  group: fc.nat(20),
});
const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(1_000)), {
  minLength: 4,
  maxLength: 12,
});

/** Both APIs list, to both users and in both forms, what the stores have. */
async function expectTruth(world: World, query: ListQuery): Promise<void> {
  const { company, member, admin, visible } = world;
  const viewers = [
    { token: company.admin, viewer: { company: company.pk, user: admin, sight: 'all' as const } },
    { token: member.token, viewer: { company: company.pk, user: member.pk, sight: { groups: visible } } },
  ];
  for (const { token, viewer } of viewers) {
    const wanted = await readDirectly(api.deps, viewer, query);
    const asked = { ...query, device_group_pk: String(query.device_group_pk) };
    for (const { call } of [api, second]) {
      const { objects, meta } = await call(token, listDevices, { query: asked });
      expect({ rows: objects, total: meta.total_count }).toEqual(wanted);
      const columns = await call(token, byColumns, { query: { ...asked, format: 'columns' } });
      const rows = rowsOfColumns(columns.objects);
      expect(wanted.rows).toMatchObject(rows);
      expect(rows).toHaveLength(wanted.rows.length);
    }
  }
}

const all: ListQuery = { by: 'alias', order: 'asc', limit: 1_000, offset: 0, device_group_pk: 'all' };

const openedViews = async () =>
  Number(/^vigil_company_views_opened_total\S* (\d+)/m.exec(await api.deps.metrics.render())?.[1]);

test('after any changes, lists are what the stores have', async () => {
  let worlds = 0;
  const openedBefore = await openedViews();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(steps, queries), { minLength: 1, maxLength: 3 }), async (rounds) => {
      const world = await makeWorld();
      worlds += 1;
      await expectTruth(world, all);
      for (const [own, { scope, group, ...query }] of rounds) {
        for (const [name, n] of own) await changes[name]?.(world, n);
        const device_group_pk = scope === 'group' ? await pickGroup(world, group) : scope;
        // Samples, times and formats carry no number: they arrive a moment later.
        await eventually(() => expectTruth(world, { ...query, device_group_pk }), { timeout: 5_000 });
        await eventually(() => expectTruth(world, all), { timeout: 5_000 });
      }
    }),
    { numRuns: runsOf({ usual: 4, all: 12 }) },
  );
  // The views followed the changes; one may have been read again because the machine was slow.
  expect((await openedViews()) - openedBefore).toBeLessThan(worlds * 2);
});

const namesOf = async (token: string, from: Pick<TestApi, 'call'> = api) =>
  (await from.call(token, listDevices, { query: { search_mode: 'all', by: 'alias' } })).objects.map((row) => row.alias);

test('a change through one API is in the next list of another one', async () => {
  const world = await makeWorld();
  const { admin } = world.company;
  const [pk] = (await pksOf(world)) as [DevicePk];
  await Promise.all([namesOf(admin), namesOf(admin, second)]);
  for (let i = 0; i < 25; i += 1) {
    const [writer, reader] = i % 2 === 0 ? [api, second] : [second, api];
    await writer.call(admin, updateDevice, { params: { pk: String(pk) }, body: { alias: `Turn ${i}` } });
    expect(await namesOf(admin, reader)).toContain(`Turn ${i}`);
  }
});

test('a change that was committed and not yet published is in the next list', async () => {
  const world = await makeWorld();
  const [pk] = (await pksOf(world)) as [DevicePk];
  await namesOf(world.company.admin);
  const { database } = api.deps;
  await database.inCompany(world.company.pk, async (tx) => {
    await tx.update(devices).set({ alias: 'Unpublished' }).where(eq(devices.pk, pk));
    await enqueueOutbox(tx, world.company.pk, [
      { t: 'device_changed', device_pk: pk, patch: { alias: 'Unpublished' } },
    ]);
  });
  expect(await namesOf(world.company.admin)).toContain('Unpublished');
  await publishOutbox(api.deps, world.company.pk);
  expect(await namesOf(world.company.admin)).toContain('Unpublished');
});

test('a device that is moved out of sight is not in the next list of the member', async () => {
  const world = await makeWorld();
  const { company, member } = world;
  const before = await namesOf(member.token);
  const seen = await api.call(member.token, listDevices, { query: { search_mode: 'all' } });
  const [moved] = seen.objects;
  await api.call(company.admin, moveDevices, { body: { device_pk: moved!.pk, new_device_group_fk: company.home } });
  expect(await namesOf(member.token)).toEqual(before.filter((name) => name !== moved?.alias));
  const snapshot = await api.call(member.token, readDeviceListSnapshot, {});
  expect(snapshot.objects.map((row) => row.pk)).not.toContain(moved?.pk);
});

test('messages that were lost do not leave a list outdated', async () => {
  const world = await makeWorld();
  const { company } = world;
  const [pk, other] = (await pksOf(world)) as [DevicePk, DevicePk];
  await namesOf(company.admin);
  // A change of the fleet, of which only the version arrives.
  await api.deps.database.asSystem(async (tx) => {
    await tx.update(devices).set({ alias: 'Lost' }).where(eq(devices.pk, pk));
    await tx
      .update(companies)
      .set({ fleetVersion: sql`fleet_version + 1` })
      .where(eq(companies.pk, company.pk));
  });
  expect(await namesOf(company.admin)).toContain('Lost');
  // A change of state, of which only the number arrives.
  await api.deps.redis.commands.hSet(redisKeys.presence(company.pk), String(other), 'gateway|connection|1');
  await api.deps.redis.commands.incr(redisKeys.seq(company.pk));
  await expectTruth(world, all);
  // A restore of the database: versions are lower than before.
  await api.deps.database.asSystem(async (tx) => {
    await tx.update(devices).set({ alias: 'Restored' }).where(eq(devices.pk, pk));
    await tx.update(companies).set({ fleetVersion: 1 }).where(eq(companies.pk, company.pk));
  });
  await publish(api.deps.redis, busChannels.company(company.pk), { t: 'index_rebuilt', version: 1 });
  await eventually(async () => expect(await namesOf(company.admin)).toContain('Restored'));
});

test('after Redis was killed and started again, lists are what it has now', async () => {
  const world = await makeWorld();
  await changes['connect']?.(world, 1);
  await changes['measure']?.(world, 1);
  await eventually(() => expectTruth(world, all));
  await api.redis.stop({ kill: true });
  await api.redis.start();
  const pk = await pick(world, 1);
  await eventually(() =>
    api.deps.redis.commands.hSet(redisKeys.usage(world.company.pk), String(pk), JSON.stringify([pk, 42, 42])),
  );
  await eventually(() => expectTruth(world, all));
});
