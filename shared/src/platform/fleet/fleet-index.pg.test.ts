import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestStores, type TestStores } from '../../../../tests/support/stores.ts';
import type { AgentPolicies } from '../../contract/events/agent-down/settings.ts';
import { AppConfigPk, type CompanyPk, type DevicePk, type GroupPk } from '../../contract/ids.ts';
import { DEFAULT_AGENT_POLICIES } from '../../domain/agent-settings.ts';
import { publishFleetOnCommit, commitChange } from '../changes/commit-change.ts';
import type { SystemDatabase } from '../db/client.ts';
import { appConfigs } from '../db/schema/app-configs.ts';
import { companies } from '../db/schema/companies.ts';
import { deviceGroups, devices } from '../db/schema/devices.ts';
import { createLog } from '../log.ts';
import { redisKeys } from '../redis/keys.ts';
import type { Redis } from '../redis/redis.ts';
import { currentSeq } from '../redis/seq.ts';
import { agentSettingsOf } from './agent-settings.ts';
import { indexEditsOf, type FleetChange } from './change.ts';
import { checkFleetIndexes } from './check-fleet-index.ts';
import {
  applyToIndex,
  createFleetIndex,
  readFleetIndex,
  readDeviceIndex,
  readIndexedDevice,
  rebuildFleetIndex,
} from './fleet-index.ts';

const log = createLog('test', 'silent');
let stores: TestStores;
let database: SystemDatabase;
let redis: Redis;
let company: CompanyPk;
let group: GroupPk;

beforeAll(async () => {
  stores = await startTestStores(log);
  ({ database, redis } = stores);
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ company, group } = await database.asSystem(async (tx) => {
    const [row] = await tx.insert(companies).values({ name: 'Tests' }).returning();
    if (!row) throw new Error('no company');
    const [home] = await tx.insert(deviceGroups).values({ companyFk: row.pk, name: 'home' }).returning();
    if (!home) throw new Error('no group');
    return { company: row.pk, group: home.pk };
  }));
});

const commit = <T>(work: Parameters<typeof commitChange<T>>[2]) =>
  commitChange({ database, redis, log }, company, work);

/** Inserts a device as an enrolment does, with the columns that the index reads. */
const enrol = (): Promise<DevicePk> =>
  commit(async (tx) => {
    const values = { companyFk: company, guid: randomUUID(), publicKey: randomUUID(), alias: 'one', groupFk: group };
    const [row] = await tx
      .insert(devices)
      .values(values as unknown as typeof devices.$inferInsert)
      .returning();
    if (!row) throw new Error('no device');
    const device = { pk: row.pk, guid: row.guid, device_group_fk: group, approval: 0, app_config_fk: null };
    publishFleetOnCommit(tx, [{ t: 'device_added', device } as unknown as FleetChange]);
    return row.pk;
  });

/** A database that runs `meanwhile` after each of the first `times` reads. */
function interrupted(meanwhile: () => Promise<unknown>, times: number): SystemDatabase {
  let left = times;
  return {
    ...database,
    async read(whose, work) {
      const answer = await database.read(whose, work);
      left -= 1;
      if (left >= 0) await meanwhile();
      return answer;
    },
  };
}

test('an index contains a device that is enrolled while it is built', async () => {
  const early = await enrol();
  const late: DevicePk[] = [];
  const enrolOne = async () => void late.push(await enrol());
  await rebuildFleetIndex(redis, interrupted(enrolOne, 2), company);
  expect(late).toHaveLength(2);
  const index = await readFleetIndex(redis, company);
  expect([...(index?.devices.keys() ?? [])].toSorted((a, b) => a - b)).toEqual([early, ...late]);
  expect(await redis.commands.keys('*draft*')).toEqual([]);
});

test('the current index remains while a new one is built, and has no TTL', async () => {
  await rebuildFleetIndex(redis, database, company);
  const one = await enrol();
  const look = async () =>
    expect(await readIndexedDevice(redis, company, one)).toMatchObject({ group, approval: 0, config: null });
  await rebuildFleetIndex(redis, interrupted(look, 1), company);
  await look();
  expect(await redis.commands.ttl(redisKeys.index(company))).toBe(-1);
});

test('an incomplete index is not edited', async () => {
  await enrol();
  expect(await readFleetIndex(redis, company)).toBeNull();
  expect(await redis.commands.exists(redisKeys.index(company))).toBe(0);
});

test('an index that missed a version is removed, so that it is rebuilt', async () => {
  await rebuildFleetIndex(redis, database, company);
  await database.asSystem((tx) => tx.update(companies).set({ fleetVersion: 7 }).where(eq(companies.pk, company)));
  await enrol();
  expect(await readFleetIndex(redis, company)).toBeNull();
});

test('an index that lost edits in a failover is detected and rebuilt', async () => {
  await rebuildFleetIndex(redis, database, company);
  const before = await redis.commands.hGetAll(redisKeys.index(company));
  const one = await enrol();
  await redis.commands.del(redisKeys.index(company));
  await redis.commands.hSet(redisKeys.index(company), before);
  expect(await readIndexedDevice(redis, company, one)).toBeNull();
  expect(await checkFleetIndexes({ database, redis, log })).toBe(1);
  expect(await readIndexedDevice(redis, company, one)).toMatchObject({ group });
  expect(await checkFleetIndexes({ database, redis, log })).toBe(0);
});

test('a company whose index cannot be built does not stop the others', async () => {
  const addBehind = async () => {
    const [row] = await database.asSystem((tx) => tx.insert(companies).values({ name: 'Behind' }).returning());
    if (!row) throw new Error('no company');
    await rebuildFleetIndex(redis, database, row.pk);
    await database.asSystem((tx) => tx.update(companies).set({ fleetVersion: 1 }).where(eq(companies.pk, row.pk)));
    return row.pk;
  };
  const [failing] = [await addBehind(), await addBehind()];
  const partly: SystemDatabase = {
    ...database,
    read: (whose, work) => (whose === failing ? Promise.reject(new Error('no')) : database.read(whose, work)),
  };
  expect(await checkFleetIndexes({ database: partly, redis, log })).toBe(1);
  expect(await checkFleetIndexes({ database, redis, log })).toBe(1);
});

test('after a restore of Postgres the index is rebuilt, and later changes are published again', async () => {
  await rebuildFleetIndex(redis, database, company);
  const lost = [await enrol(), await enrol()];
  await database.asSystem(async (tx) => {
    await tx.delete(devices).where(inArray(devices.pk, lost));
    await tx.update(companies).set({ fleetVersion: 0 }).where(eq(companies.pk, company));
  });
  const seqBefore = await currentSeq(redis, company);
  expect(await checkFleetIndexes({ database, redis, log })).toBe(1);
  expect([...((await readFleetIndex(redis, company))?.devices.keys() ?? [])]).toEqual([]);
  expect(await currentSeq(redis, company)).toBeGreaterThan(seqBefore);
  const enrolled = await enrol();
  expect(await readIndexedDevice(redis, company, enrolled)).toMatchObject({ group });
  expect(await checkFleetIndexes({ database, redis, log })).toBe(0);
});

test('Redis, memory and a rebuild give the same index for the same changes', async () => {
  await rebuildFleetIndex(redis, database, company);
  const memory = (await readFleetIndex(redis, company)) ?? createFleetIndex();
  const [one, two] = [await enrol(), await enrol()];
  const policies: AgentPolicies = { ...DEFAULT_AGENT_POLICIES, vaccine: 'clamd' };
  const { config, child } = await database.inCompany(company, async (tx) => {
    const [made] = await tx.insert(appConfigs).values({ companyFk: company, name: 'fast' }).returning();
    const [below] = await tx.insert(deviceGroups).values({ companyFk: company, name: 'b', groupFk: group }).returning();
    if (!made || !below) throw new Error('no rows');
    return { config: made.pk, child: below.pk };
  });
  const deleted = AppConfigPk.parse(999_998);
  const changes: FleetChange[] = [
    { t: 'settings_changed', policies, configs: [{ pk: config, config: { refresh_interval: 1 } }], groups: [] },
    { t: 'group_changed', changed: [{ pk: child, group_fk: group } as never], removed: [] },
    { t: 'settings_changed', configs: [], groups: [[child, config]] },
    { t: 'devices_moved', pks: [one], from: group, to: child, group_name: 'b' },
    { t: 'device_changed', device_pk: two, patch: { approval: 1, app_config_fk: config } },
    { t: 'device_changed', device_pk: two, patch: { memo: 'no matter' } },
    { t: 'device_removed', device_pk: AppConfigPk.parse(999_999) as unknown as DevicePk },
    { t: 'settings_changed', configs: [{ pk: deleted, config: { capture_never: 1 } }], groups: [], base: deleted },
    { t: 'settings_changed', configs: [{ pk: deleted, config: null }], groups: [] },
  ];
  await commit(async (tx) => publishFleetOnCommit(tx, changes));
  const stored = await database.asSystem((tx) => tx.select({ pk: devices.pk, guid: devices.guid }).from(devices));
  const guidOf = (pk: DevicePk) => stored.find((row) => row.pk === pk)?.guid;
  const inRedis = await readFleetIndex(redis, company);
  applyToIndex(
    memory,
    indexEditsOf({
      t: 'device_added',
      device: { pk: one, guid: guidOf(one), device_group_fk: group, approval: 0, app_config_fk: null },
    } as unknown as FleetChange),
    1,
  );
  applyToIndex(
    memory,
    indexEditsOf({
      t: 'device_added',
      device: { pk: two, guid: guidOf(two), device_group_fk: group, approval: 0, app_config_fk: null },
    } as unknown as FleetChange),
    2,
  );
  changes.forEach((change, i) => applyToIndex(memory, indexEditsOf(change), 3 + i));
  expect(inRedis).toEqual(memory);
  if (!inRedis) throw new Error('no index');
  expect(agentSettingsOf(inRedis, one)).toMatchObject({
    refresh_interval: 1,
    version: 11,
    policies: { vaccine: 'clamd' },
  });
  expect(agentSettingsOf(inRedis, two)).toEqual({ ...agentSettingsOf(inRedis, one), version: 11 });
  for (const pk of [one, two]) {
    const around = await readDeviceIndex(redis, company, pk);
    expect(around && agentSettingsOf(around, pk)).toEqual(agentSettingsOf(inRedis, pk));
  }
});

test('renaming a group changes no settings version of its devices', async () => {
  const one = await enrol();
  await rebuildFleetIndex(redis, database, company);
  const versionOf = async () => {
    const index = await readFleetIndex(redis, company);
    return index && agentSettingsOf(index, one)?.version;
  };
  const before = await versionOf();
  const renamed = { pk: group, name: 'other', group_fk: null } as never;
  await commit(async (tx) => publishFleetOnCommit(tx, [{ t: 'group_changed', changed: [renamed], removed: [] }]));
  expect(await versionOf()).toBe(before);
});
