import { AlertCode } from '@vigil/shared/contract/alert';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { usageColumns, type UsageField } from '@vigil/shared/contract/names';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { BusMessageOf } from '@vigil/shared/platform/bus/messages';
import { connectDatabase } from '@vigil/shared/platform/db/client';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { alerts, alertThresholds } from '@vigil/shared/platform/db/schema/records';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { storedUsageRow } from '@vigil/shared/platform/redis/usage';
import { like, sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { THRESHOLD_CHECK_INTERVAL_MS } from './schedule-checks.ts';
import { updateAlerts } from './update-alerts.ts';

const test = workersTest();
/** More than fit in one statement with a parameter for each value. */
const STORM = 12_000;
const MINUTE_MS = 60_000;

let workers: WorkersTestContext;
let group: GroupPk;
/** How far the clock of a test is ahead. */
let passedMs = 0;
test.beforeAll(async ({ workers: started }) => {
  workers = started;
  const [row] = await system((tx) => tx.execute<{ pk: GroupPk }>(sql`select pk from device_groups`));
  if (!row) throw new Error('the company has no group');
  group = row.pk;
});
beforeEach(async () => {
  passedMs = 0;
  await system(async (tx) => {
    await tx.delete(alerts);
    await tx.delete(incidents);
    await tx.delete(devices).where(like(devices.alias, 'Offline %'));
    await tx.delete(alertThresholds);
    await tx.update(devices).set({ approval: 1 });
  });
  const { usage, presence, alertStreaks } = redisKeys;
  await workers.deps.redis.commands.del([usage, presence, alertStreaks].map((key) => key(workers.company)));
});

const system = <T>(work: Parameters<typeof workers.deps.database.asSystem<T>>[0]) =>
  workers.deps.database.asSystem(work);

const setThreshold = (code: string, limit: { minutes: number } | { value: number }) =>
  system((tx) =>
    tx
      .insert(alertThresholds)
      .values({ companyFk: workers.company, groupFk: group, alertCode: AlertCode.parse(code), ...limit }),
  );

/** Says that a device is connected, and its latest sample. */
async function report(device: DevicePk, usage: Partial<Record<UsageField, number>>): Promise<void> {
  const { commands } = workers.deps.redis;
  await commands.hSet(redisKeys.presence(workers.company), String(device), '{}');
  const row = JSON.stringify([device, ...usageColumns.map((column) => usage[column] ?? null)]);
  const sample = storedUsageRow(row, { at: Date.now() + passedMs, fan: '' });
  await commands.hSet(redisKeys.usage(workers.company), String(device), sample);
}

const update = (minutesLater = 0) =>
  updateAlerts({ ...workers.deps, now: () => Date.now() + passedMs + minutesLater * MINUTE_MS }, workers.company);

/** A measured value begins an alert at the third evaluation. */
async function updateThrice(): Promise<void> {
  for (let evaluations = 0; evaluations < 3; evaluations += 1) {
    passedMs += THRESHOLD_CHECK_INTERVAL_MS;
    await update();
  }
}

const readAlerts = () =>
  system((tx) =>
    tx
      .select({
        device: alerts.deviceFk,
        code: alerts.alertCode,
        value: alerts.value,
        ended: sql`ended_at is not null`,
      })
      .from(alerts)
      .orderBy(alerts.pk),
  );

/**
 * Windows devices that were connected and went away more than a minute ago: clocks of processes are not compared to the
 * millisecond.
 */
const addOffline = (count: number, address = '203.0.113.7') =>
  system((tx) =>
    tx.execute<{ pk: number }>(sql`
      insert into devices (company_fk, guid, public_key, alias, approval, device_group_fk, dev_os_id, last_disconnected_time, s_pub_ip)
      select ${workers.company}, gen_random_uuid(), md5(gen_random_uuid()::text), 'Offline ' || n, 1, ${group}, 1,
        now() - interval '61 seconds', ${address}
      from generate_series(1, ${count}::int) n returning pk`),
  );

/** Says that devices are connected. */
const connect = (pks: readonly number[]) =>
  workers.deps.redis.commands.hSet(
    redisKeys.presence(workers.company),
    Object.fromEntries(pks.map((pk) => [String(pk), '{}'])),
  );

const readIncidents = () =>
  system((tx) =>
    tx
      .select({
        cause: incidents.cause,
        address: incidents.address,
        name: incidents.name,
        devices: incidents.deviceCount,
        of: incidents.siteCount,
        state: incidents.state,
      })
      .from(incidents)
      .orderBy(incidents.pk),
  );

test('a storm of more devices than a statement has parameters is recorded at once, announced in batches, and once', async () => {
  const pks = await addOffline(STORM);
  // Without statistics Postgres expects a handful of devices of a company, and compares each of them with each alert.
  // It collects them by itself within a minute.
  await using superuser = connectDatabase(workers.superuserUrl, 1);
  await superuser.asSystem((tx) => tx.execute(sql`analyze devices`));
  await setThreshold('IW1', { minutes: 1 });
  const batches: BusMessageOf<'alerts'>[] = [];
  const subscribe = createSubscriber(workers.deps);
  await subscribe(busChannels.company(workers.company), (message) => {
    if (message.t === 'alerts') batches.push(message);
  });
  await update();
  const rows = await readAlerts();
  expect(rows).toHaveLength(STORM);
  expect(new Set(rows.map(({ code, value }) => `${code} ${value}`))).toEqual(new Set(['IW1 1']));
  await eventually(() => expect(batches.flatMap((one) => one.rows)).toHaveLength(STORM));
  expect(batches.length).toBeLessThanOrEqual(STORM / 1_000);

  await update(1);
  expect(await readAlerts()).toHaveLength(STORM);

  // All are back: what one run began, another one ends.
  expect(await readIncidents()).toMatchObject([{ cause: 'site', devices: STORM, of: STORM, state: 0 }]);
  await connect(pks.map(({ pk }) => pk));
  await update(2);
  expect((await readAlerts()).every(({ ended }) => ended)).toBe(true);
  expect(await readIncidents()).toMatchObject([{ cause: 'site', devices: STORM, state: 2 }]);
});

test('a value that hovers around its threshold is one alert', async ({ device }) => {
  await system((tx) => tx.execute(sql`update devices set dev_os_id = 1 where pk = ${device}`));
  await setThreshold('IW2', { value: 90 });
  const states: number[] = [];
  for (const cpu_usage of [50, 91, 89, 90, 88.5, 87, 89]) {
    await report(device, { cpu_usage });
    await updateThrice();
    states.push((await readAlerts()).filter(({ ended }) => !ended).length);
  }
  expect(states).toEqual([0, 1, 1, 1, 1, 0, 0]);
  expect(await readAlerts()).toEqual([{ device, code: 'IW2', value: 91, ended: true }]);
});

test('each measured kind is raised and ended, a fan by being too slow', async ({ device }) => {
  await system((tx) => tx.execute(sql`update devices set dev_os_id = 2 where pk = ${device}`));
  for (const kind of [2, 3, 4, 5, 6]) await setThreshold(`IL${kind}`, { value: 80 });
  await setThreshold('IL7', { value: 1_000 });
  const hot = { cpu_usage: 90, memory_usage: 90, hdd_usage: 90, cpu_temp: 90, hdd_temp: 90, fan_speed: 500 };
  await report(device, hot);
  await updateThrice();
  expect((await readAlerts()).map(({ code }) => code).toSorted()).toEqual(['IL2', 'IL3', 'IL4', 'IL5', 'IL6', 'IL7']);
  await report(device, { ...hot, cpu_temp: 20, fan_speed: 2_000 });
  await updateThrice();
  const open = (await readAlerts()).filter(({ ended }) => !ended);
  expect(open.map(({ code }) => code).toSorted()).toEqual(['IL2', 'IL3', 'IL4', 'IL6']);
  // With the last threshold goes what it had raised.
  await system((tx) => tx.delete(alertThresholds));
  await updateThrice();
  expect((await readAlerts()).filter(({ ended }) => !ended)).toEqual([]);
});

test('a device that waits for its approval, or was withdrawn, has no alerts', async ({ device }) => {
  await setThreshold('IL2', { value: 50 });
  await report(device, { cpu_usage: 99 });
  await system((tx) => tx.execute(sql`update devices set dev_os_id = 2, approval = 0 where pk = ${device}`));
  await updateThrice();
  expect(await readAlerts()).toEqual([]);
  await system((tx) => tx.execute(sql`update devices set approval = 1 where pk = ${device}`));
  await report(device, { cpu_usage: 99 });
  await updateThrice();
  await system((tx) => tx.execute(sql`update devices set approval = 0 where pk = ${device}`));
  await updateThrice();
  expect(await readAlerts()).toMatchObject([{ code: 'IL2', ended: true }]);
});

test('what is found in several runs is one incident, whose cause may change for half a minute', async () => {
  await setThreshold('IW1', { minutes: 1 });
  const first = await addOffline(2);
  await update();
  expect(await readIncidents()).toMatchObject([{ cause: 'group', name: 'ROOT', devices: 2 }]);
  const [before] = await system((tx) => tx.select({ pk: incidents.pk }).from(incidents));
  // Two more are gone and one is still there: it is the site.
  const [connected] = await addOffline(1);
  await connect([connected?.pk ?? 0]);
  await addOffline(2);
  await update();
  expect(await readIncidents()).toMatchObject([{ cause: 'site', address: '203.0.113.7', devices: 4, of: 5, state: 0 }]);
  const [after] = await system((tx) => tx.select({ pk: incidents.pk }).from(incidents));
  expect(after).toEqual(before);
  // Half a minute later the cause is fixed: one of the site joins, one of another address does not.
  await addOffline(1);
  await addOffline(1, '198.51.100.9');
  await update(0.6);
  expect(await readIncidents()).toMatchObject([
    { cause: 'site', devices: 5 },
    { cause: 'device', devices: 1 },
  ]);
  expect(first).toHaveLength(2);
});

test('what begins again within three minutes is the same incident', async () => {
  await setThreshold('IW1', { minutes: 1 });
  const pks = (await addOffline(3)).map(({ pk }) => pk);
  await update();
  await connect(pks);
  await update(1);
  expect(await readIncidents()).toMatchObject([{ cause: 'site', devices: 3, state: 2 }]);
  await workers.deps.redis.commands.del(redisKeys.presence(workers.company));
  await update(3);
  expect(await readIncidents()).toMatchObject([{ cause: 'site', devices: 3, state: 0 }]);
  await connect(pks);
  await update(4);
  await workers.deps.redis.commands.del(redisKeys.presence(workers.company));
  await update(8);
  expect(await readIncidents()).toMatchObject([{ state: 2 }, { cause: 'site', state: 0 }]);
});
