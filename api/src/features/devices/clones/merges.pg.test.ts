import { randomUUID } from 'node:crypto';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { resolveClone } from '@vigil/shared/contract/http/device-clone';
import { readDevice } from '@vigil/shared/contract/http/devices';
import { addFavourite, listFavourites } from '@vigil/shared/contract/http/favourites';
import { AppConfigPk, CommandId, type DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { alerts, usageMinutes } from '@vigil/shared/platform/db/schema/records';
import { readFleetIndex, rebuildFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { apiTest } from '../../../testing/fixture.ts';
import type { TestApi } from '../../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  addMember,
  connectDevices,
  type TestCompany,
  type TestDevice,
} from '../../../testing/world.ts';

interface Pair {
  /** It has a memo, a configuration and tags. */
  readonly old: TestDevice;
  /** It stands in another group, and replaces the old one. */
  readonly next: TestDevice;
}

async function addPair(api: TestApi, { company, group }: { company: TestCompany; group: GroupPk }): Promise<Pair> {
  const [config] = await api.deps.database.asSystem((tx) =>
    tx.insert(appConfigs).values({ companyFk: company.pk, name: 'Lobby' }).returning({ pk: appConfigs.pk }),
  );
  const appConfigFk = AppConfigPk.parse(config?.pk);
  const [old] = await addDevices(api, { company, group, alias: 'Lobby' }, 1, {
    memo: 'Do not move',
    appConfigFk,
    tags: ['Till', 'North'],
  });
  const [next] = await addDevices(api, { company, alias: 'Lobby again' }, 1, {
    possibleClone: 1,
    tags: ['till', 'New'],
  });
  return { old: old!, next: next! };
}

/** Each test has a company of its own, in which one device replaces another. */
const test = apiTest()
  .extend('usagePartitions', { scope: 'file', auto: true }, ({ api }) =>
    api.deps.database.asSystem((tx) =>
      tx.execute(sql`select add_usage_partition(current_date + d) from generate_series(-1, 0) as d`),
    ),
  )
  .extend('replacement', async ({ api }, { onCleanup }) => {
    const company = await addCompany(api);
    const floor = await addGroup(api, company, 'Floor');
    await rebuildFleetIndex(api.deps.redis, api.deps.database, company.pk);
    const live: Record<string, unknown>[] = [];
    const unsubscribe = await api.deps.redis.subscribe(busChannels.company(company.pk), (text) =>
      live.push(JSON.parse(text) as Record<string, unknown>),
    );
    onCleanup(unsubscribe);
    const { old, next } = await addPair(api, { company, group: floor });
    const merge = (from = old, into = next) =>
      api.call(company.admin, resolveClone, {
        params: { pk: String(from.pk) },
        body: { action: 'merge', into: into.pk },
      });
    /** As a client does whose first answer was lost. */
    const mergeTwice = async () => {
      for (const _attempt of [1, 2]) expect((await merge()).status).toBe(200);
    };
    return { company, floor, live, old, next, merge, mergeTwice };
  });

const thisMinute = Math.floor(Date.now() / 60_000) * 60_000;
const minutesAgo = (n: number) => new Date(thisMinute - n * 60_000);

test('a merge gives the device the place, memo, configuration and tags of the other, also when it is repeated', async ({
  replacement: { merge, next, floor },
}) => {
  for (const _attempt of [1, 2])
    expect((await merge()).objects[0]).toMatchObject({
      pk: next.pk,
      alias: next.alias,
      memo: 'Do not move',
      device_group_fk: floor,
      possible_clone: 0,
      app_config_name: 'Lobby',
      tags: ['Till', 'North', 'New'],
    });
});

test('a merge deletes the other device', async ({ api, replacement: { company, mergeTwice, old, next, floor } }) => {
  await mergeTwice();
  const reply = await api.call(company.admin, readDevice, { params: { pk: String(old.pk) } });
  expect(reply.error?.code).toBe('not_found');
  const index = await readFleetIndex(api.deps.redis, company.pk);
  expect(index?.devices.get(old.pk)).toBeUndefined();
  expect(index?.devices.get(next.pk)).toMatchObject({ group: floor });
});

test('a merge that is repeated is written to the log once', async ({ api, replacement }) => {
  const { company, mergeTwice, old, next } = replacement;
  await mergeTwice();
  const auditsOf = async (pk: DevicePk, q: number) =>
    (await api.call(company.admin, listAudits, { query: { q } })).objects.filter((row) => row.device_pk === pk);
  expect(await auditsOf(old.pk, 13)).toHaveLength(1);
  expect(await auditsOf(next.pk, 82)).toMatchObject([{ old_value: `#${old.pk} ${old.alias}` }]);
});

test('a merge leaves a user one favourite, who had one of the devices or both', async ({ api, replacement }) => {
  const { company, floor, mergeTwice, old, next } = replacement;
  const member = await addMember(api, company, { authVal: 15, groups: [floor] });
  await api.call(member.token, addFavourite, { body: { servernum: old.pk } });
  for (const { pk } of [old, next]) await api.call(company.admin, addFavourite, { body: { servernum: pk } });
  await mergeTwice();
  const favourites = async (token: string) =>
    (await api.call(token, listFavourites)).objects.filter(({ dev_pk }) => dev_pk === next.pk).length;
  expect([await favourites(member.token), await favourites(company.admin)]).toEqual([1, 1]);
});

test('a merge moves usage, of each minute what the device that stays measured itself', async ({ api, replacement }) => {
  const { company, mergeTwice, old, next } = replacement;
  const usage = ({ pk: deviceFk }: TestDevice, n: number, cpuAvg: number) => ({
    companyFk: company.pk,
    deviceFk,
    minute: minutesAgo(n),
    samples: 1,
    cpuAvg,
  });
  const measured = [usage(old, 2, 10), usage(old, 1, 20), usage(next, 1, 30)];
  await api.deps.database.asSystem((tx) => tx.insert(usageMinutes).values(measured));
  await mergeTwice();
  const rows = await api.deps.database.asSystem((tx) =>
    tx.select().from(usageMinutes).where(eq(usageMinutes.deviceFk, next.pk)).orderBy(usageMinutes.minute),
  );
  expect(rows.map(({ cpuAvg }) => cpuAvg)).toEqual([10, 30]);
});

test('a merge moves commands, and ends the ones that were on their way', async ({ api, replacement }) => {
  const { company, mergeTwice, old, next } = replacement;
  const command = (state: 'done' | 'accepted') => ({
    id: CommandId.parse(randomUUID()),
    companyFk: company.pk,
    deviceFk: old.pk,
    deviceAlias: old.alias,
    type: 'reboot' as const,
    state,
    deadline: new Date(Date.now() + 60_000),
  });
  await api.deps.database.asSystem((tx) => tx.insert(commands).values([command('done'), command('accepted')]));
  await mergeTwice();
  const ledger = await api.deps.database.asSystem((tx) =>
    tx.select().from(commands).where(eq(commands.deviceFk, next.pk)),
  );
  expect(ledger.map(({ state }) => state).toSorted()).toEqual(['done', 'failed']);
});

test('a merge moves alerts, of which one of a kind stays open', async ({ api, replacement }) => {
  const { company, mergeTwice, old, next } = replacement;
  const alert = ({ pk: deviceFk }: TestDevice) => ({
    companyFk: company.pk,
    deviceFk,
    deviceAlias: 'x',
    osId: 2 as const,
    alertCode: 'IL2' as never,
    raisedAt: minutesAgo(3),
  });
  await api.deps.database.asSystem((tx) => tx.insert(alerts).values([alert(old), alert(next)]));
  await mergeTwice();
  const moved = await api.deps.database.asSystem((tx) => tx.select().from(alerts).where(eq(alerts.deviceFk, next.pk)));
  expect(moved.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
  expect(moved).toHaveLength(2);
});

test('a merge tells the consoles which device is gone and what changed of the other', async ({ replacement }) => {
  const { live, mergeTwice, old, next } = replacement;
  await mergeTwice();
  await eventually(() => {
    const kinds = live.filter((event) => JSON.stringify(event).includes(`:${next.pk}`)).map((event) => event['t']);
    expect(kinds).toEqual(expect.arrayContaining(['devices_moved', 'device_changed']));
    expect(live).toContainEqual(expect.objectContaining({ t: 'device_removed', device_pk: old.pk }));
  });
});

test('the device that is in use stays: it is not merged into another', async ({ api, replacement }) => {
  const { company, merge, old, next } = replacement;
  await connectDevices(api, company, [old.pk]);
  expect((await merge(old, next)).error?.code).toBe('merge_online');
  expect((await merge(next, old)).status).toBe(200);
});
