import { randomUUID } from 'node:crypto';
import { updateGroup } from '@vigil/shared/contract/http/groups';
import { previewThreshold } from '@vigil/shared/contract/http/threshold-previews';
import { usageColumns } from '@vigil/shared/contract/names';
import { deviceConnections } from '@vigil/shared/platform/db/schema/devices';
import { usageMinutes } from '@vigil/shared/platform/db/schema/records';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { storedUsageRow } from '@vigil/shared/platform/redis/usage';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { addCompany, addDevices, addGroup } from '../../testing/world.ts';

const test = apiTest();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('a preview counts the devices that a threshold reaches, those over it now, and those that were in a week', async ({
  api,
}) => {
  const company = await addCompany(api);
  const top = await addGroup(api, company, 'Top');
  const below = await addGroup(api, company, 'Below', top);
  const own = await addGroup(api, company, 'Own', top);
  const windows = { osId: 1 as const };
  const [now, earlier] = await addDevices(api, { company, group: top }, 2, windows);
  await addDevices(api, { company, group: below }, 1, windows);
  await addDevices(api, { company, group: own }, 1, windows);
  await addDevices(api, { company, group: top }, 1, { osId: 2 });
  if (!now || !earlier) throw new Error('two devices were added');
  await api.call(company.admin, updateGroup, {
    params: { pk: String(own) },
    body: { update_key: 'alert', alert_code: 'IW2', alert_time: null, alert_th_value: 50 },
  });
  const { commands } = api.deps.redis;
  await commands.hSet(redisKeys.presence(company.pk), String(now.pk), 'gateway|socket|1');
  const row = JSON.stringify([now.pk, ...usageColumns.map((column) => (column === 'cpu_usage' ? 93 : null))]);
  await commands.hSet(redisKeys.usage(company.pk), String(now.pk), storedUsageRow(row, { at: Date.now(), fan: '' }));
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR_MS);
  await api.deps.database.asSystem(async (tx) => {
    await tx.execute(sql`select add_usage_partition(current_date + d) from generate_series(-1, 1) as d`);
    const minute = { companyFk: company.pk, deviceFk: earlier.pk, samples: 12 };
    await tx.insert(usageMinutes).values({ ...minute, minute: at(1), cpuAvg: 95 });
    const connection = { companyFk: company.pk, deviceFk: earlier.pk };
    await tx.insert(deviceConnections).values([
      { ...connection, id: randomUUID(), connectedAt: at(9), disconnectedAt: at(5) },
      { ...connection, id: randomUUID(), connectedAt: at(4), disconnectedAt: null },
    ]);
  });
  const preview = async (alert_code: string, limit: number) => {
    const query = { alert_code, limit: String(limit) };
    return (await api.call(company.admin, previewThreshold, { params: { pk: String(top) }, query })).objects[0];
  };
  expect(await preview('IW2', 90)).toEqual({ device_count: 3, now_count: 1, week_count: 1 });
  expect(await preview('IW2', 94)).toEqual({ device_count: 3, now_count: 0, week_count: 1 });
  expect(await preview('IW2', 96)).toEqual({ device_count: 3, now_count: 0, week_count: 0 });
  expect(await preview('IW1', 59)).toMatchObject({ device_count: 4, week_count: 1 });
  expect(await preview('IW1', 61)).toMatchObject({ week_count: 0 });
  const foreign = await addCompany(api);
  const params = { pk: String(top) };
  const refused = await api.call(foreign.admin, previewThreshold, { params, query: { alert_code: 'IW2', limit: '1' } });
  expect(refused.error?.code).toBe('not_found');
});
