import { updateProfile } from '@vigil/shared/contract/http/profile';
import { readUsageHistory } from '@vigil/shared/contract/http/usage-history';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { UsageHistoryColumn, UsageStep } from '@vigil/shared/contract/names';
import { timeZones } from '@vigil/shared/domain/time-zones';
import { usageMinutes } from '@vigil/shared/platform/db/schema/records';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addGroup, addMember, type TestCompany } from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;

/** Yesterday in UTC: whole hours that are over, at any time of the day. */
const dayStart = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000;
const at = (hour: number, minute = 0) => new Date(dayStart + (hour * 60 + minute) * 60_000);

test.beforeAll(async ({ api: started }) => {
  api = started;
  await api.deps.database.asSystem((tx) =>
    tx.execute(sql`select add_usage_partition(current_date + d) from generate_series(-3, 1) as d`),
  );
});

async function deviceOf(company: TestCompany, more: object = {}): Promise<DevicePk> {
  const [device] = await addDevices(api, { company }, 1, more);
  if (!device) throw new Error('no device');
  return device.pk;
}

type Minute = Partial<typeof usageMinutes.$inferInsert>;
const measure = (company: TestCompany, device: DevicePk, minutes: readonly (readonly [Date, Minute])[]) =>
  api.deps.database.asSystem((tx) =>
    tx.insert(usageMinutes).values(
      minutes.map(([minute, values]) => ({
        companyFk: company.pk,
        deviceFk: device,
        minute,
        samples: 12,
        ...values,
      })),
    ),
  );

type Range = readonly [from: Date, to: Date];

const ask = (token: string, pk: DevicePk, [from, to]: Range, step: UsageStep) =>
  api.call(token, readUsageHistory, {
    params: { pk: String(pk) },
    query: { from: from.toISOString(), to: to.toISOString(), step },
  });

async function history(token: string, pk: DevicePk, range: Range, step: UsageStep) {
  const { columns, rows } = (await ask(token, pk, range, step)).objects;
  return rows.map(
    (row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])) as Record<UsageHistoryColumn, number | null>,
  );
}

test('minutes have least, mean and greatest value; a minute without a sample has no row, a value not measured is null', async () => {
  const company = await addCompany(api);
  const pk = await deviceOf(company);
  await measure(company, pk, [
    [at(10, 1), { cpuMin: 5, cpuAvg: 20.5, cpuMax: 80, memoryMin: 40, memoryAvg: 41, memoryMax: 42, hddLast: 12.34 }],
    [at(10, 3), { cpuTempMax: 51.5, hddTempMax: 30, fanMin: 900 }],
    [at(11, 0), { cpuAvg: 99 }],
  ]);
  const rows = await history(company.admin, pk, [at(10), at(11)], 'minute');
  expect(rows.map((row) => row.at)).toEqual([at(10, 1).getTime(), at(10, 3).getTime()]);
  expect(rows[0]).toMatchObject({
    samples: 12,
    cpu_usage_min: 5,
    cpu_usage_avg: 20.5,
    cpu_usage_max: 80,
    memory_usage_min: 40,
    memory_usage_avg: 41,
    memory_usage_max: 42,
    hdd_usage_avg: 1234,
    cpu_temp_max: null,
  });
  expect(rows[1]).toMatchObject({ cpu_usage_avg: null, cpu_temp_max: 51.5, hdd_temp_max: 30, fan_speed_min: 900 });
});

test('an hour has the mean of its samples, and the extremes of all of them', async () => {
  const company = await addCompany(api);
  const pk = await deviceOf(company);
  await measure(company, pk, [
    [at(3, 0), { samples: 1, cpuMin: 1, cpuAvg: 10, cpuMax: 11, hddLast: 50 }],
    [at(3, 59), { samples: 3, cpuMin: 20, cpuAvg: 50, cpuMax: 90, hddLast: 51 }],
    [at(5, 30), { samples: 2, cpuAvg: 7, cpuMax: 8 }],
  ]);
  const rows = await history(company.admin, pk, [at(0), at(24)], 'hour');
  expect(rows.map((row) => new Date(row.at ?? 0).getUTCHours())).toEqual([3, 5]);
  expect(rows[0]).toMatchObject({ samples: 4, cpu_usage_min: 1, cpu_usage_avg: 40, cpu_usage_max: 90 });
  expect(rows[0]).toMatchObject({ hdd_usage_min: 5000, hdd_usage_avg: 5075, hdd_usage_max: 5100 });
  // Stored before the least value was.
  expect(rows[1]).toMatchObject({ cpu_usage_min: 7, hdd_usage_avg: null });
});

test('a day begins at midnight of the viewer, also where the zone is half an hour off', async () => {
  const company = await addCompany(api);
  const pk = await deviceOf(company);
  const kolkata = timeZones.find(({ name }) => name === 'Asia/Kolkata')?.id ?? 0;
  await api.call(company.admin, updateProfile, { body: { name: 'time_zone_id', value: kolkata } });
  // 18:30 UTC is midnight there.
  await measure(company, pk, [
    [at(18, 29), { cpuAvg: 10 }],
    [at(18, 30), { cpuAvg: 20 }],
    [at(19, 29), { cpuAvg: 30 }],
  ]);
  const days = await history(company.admin, pk, [at(0), at(24)], 'day');
  expect(days.map((row) => [row.at, row.cpu_usage_avg])).toEqual([
    [at(-5, -30).getTime(), 10],
    [at(18, 30).getTime(), 25],
  ]);
  const hours = await history(company.admin, pk, [at(0), at(24)], 'hour');
  expect(hours.map((row) => row.at)).toEqual([at(17, 30).getTime(), at(18, 30).getTime()]);

  const dayOf = (time: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(time);
  const query = { from: dayOf(at(18, 30)), to: dayOf(at(42, 30)), step: 'hour' } as const;
  const { objects } = await api.call(company.admin, readUsageHistory, { params: { pk: String(pk) }, query });
  expect(objects.rows.map(([time]) => time)).toEqual([at(18, 30).getTime()]);
});

test('the range has an order and a longest length for its step', async () => {
  const company = await addCompany(api);
  const pk = await deviceOf(company);
  const refusal = async (range: Range, step: UsageStep) => (await ask(company.admin, pk, range, step)).error?.code;
  expect(await refusal([at(2), at(2)], 'minute')).toBe('date_validate_error');
  expect(await refusal([at(0), at(26)], 'minute')).toBe('malformed');
  expect(await refusal([at(0), at(24 * 33)], 'hour')).toBe('malformed');
  expect(await refusal([at(0), at(24 * 401)], 'day')).toBe('malformed');
  expect(await history(company.admin, pk, [at(-24 * 399), at(0)], 'day')).toEqual([]);
});

test('only who may see the device reads its history, and only once it is approved', async () => {
  const company = await addCompany(api);
  const other = await addCompany(api);
  const group = await addGroup(api, company, 'Elsewhere');
  const member = await addMember(api, company, { groups: [group] });
  const pk = await deviceOf(company);
  const waiting = await deviceOf(company, { approval: 0 });
  for (const device of [pk, waiting]) await measure(company, device, [[at(1), { cpuAvg: 10 }]]);
  const range = [at(0), at(2)] as const;
  expect(await history(company.admin, pk, range, 'minute')).toHaveLength(1);
  expect(await history(company.admin, waiting, range, 'minute')).toEqual([]);
  for (const token of [member.token, other.admin]) {
    expect((await ask(token, pk, range, 'minute')).error?.code).toBe('not_found');
  }
});
