import { randomUUID } from 'node:crypto';
import { AlertCode } from '@vigil/shared/contract/alert';
import { changeDeviceApproval } from '@vigil/shared/contract/http/devices';
import { addFavourite } from '@vigil/shared/contract/http/favourites';
import { readDeviceTrends, type DeviceTrendPoint } from '@vigil/shared/contract/http/trends';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { deviceConnections, devices } from '@vigil/shared/platform/db/schema/devices';
import { alerts, usageMinutes } from '@vigil/shared/platform/db/schema/records';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addGroup, addMember, connectDevices, type TestCompany } from '../../testing/world.ts';

const MINUTE_MS = 60_000;
/** In minutes before now: from the older to the newer; without an end it lasts. */
type Span = readonly [from: number, to?: number];

const test = apiTest();
let api: TestApi;
let now: number;

test.beforeAll(async ({ api: started }) => {
  api = started;
  now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  await api.deps.database.asSystem((tx) =>
    tx.execute(sql`select add_usage_partition(current_date + d) from generate_series(-1, 1) as d`),
  );
});

const ago = (minutes: number) => new Date(now - minutes * MINUTE_MS);

/** A company whose devices were enrolled two hours ago. */
async function companyWith(count: number, more: Partial<typeof devices.$inferInsert> = {}) {
  const company = await addCompany(api);
  const added = await addDevices(api, { company }, count, { createdAt: ago(120), ...more });
  return { company, pks: added.map(({ pk }) => pk) };
}

const connect = (company: TestCompany, device: DevicePk | undefined, spans: readonly Span[]) =>
  api.deps.database.asSystem((tx) =>
    tx.insert(deviceConnections).values(
      spans.map(([from, to]) => ({
        id: randomUUID(),
        companyFk: company.pk,
        deviceFk: device as DevicePk,
        connectedAt: ago(from),
        disconnectedAt: to === undefined ? null : ago(to),
      })),
    ),
  );

/** A row for each minute, as workers store them. */
const measure = (
  company: TestCompany,
  device: DevicePk | undefined,
  [from, to = 0]: Span,
  values: Partial<typeof usageMinutes.$inferInsert>,
) =>
  api.deps.database.asSystem((tx) =>
    tx.insert(usageMinutes).values(
      Array.from({ length: from - to }, (_, index) => ({
        companyFk: company.pk,
        deviceFk: device as DevicePk,
        minute: ago(from - index),
        samples: 12,
        ...values,
      })),
    ),
  );

const alertIn = (company: TestCompany, device: DevicePk | undefined, code: string, [from, to]: Span) =>
  api.deps.database.asSystem((tx) =>
    tx.insert(alerts).values({
      companyFk: company.pk,
      deviceFk: device as DevicePk,
      deviceAlias: 'device',
      osId: 1,
      alertCode: AlertCode.parse(code),
      value: 95,
      raisedAt: ago(from),
      endedAt: to === undefined ? null : ago(to),
    }),
  );

const trendsOf = async (token: string, device_group_pk?: string) =>
  (await api.call(token, readDeviceTrends, { query: device_group_pk === undefined ? {} : { device_group_pk } }))
    .objects;

/** Whether a moment of an answer lies in a span, both as the server sees them. */
const isIn = (at: string, [from, to]: Span): boolean =>
  Date.parse(at) >= ago(from).getTime() && (to === undefined || Date.parse(at) < ago(to).getTime());
const each = <T>(trends: readonly DeviceTrendPoint[], of: (at: string) => T): T[] => trends.map(({ at }) => of(at));

test('twelve moments, five minutes apart, the oldest first, the newest not older than seven minutes', async () => {
  const { company } = await companyWith(1);
  const trends = await trendsOf(company.admin);
  const times = trends.map(({ at }) => Date.parse(at));
  expect(times).toHaveLength(12);
  expect(times.map((time) => time % 300_000)).toEqual(times.map(() => 0));
  expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(times.slice(1).map(() => 300_000));
  expect(Date.now() - (times.at(-1) ?? 0)).toBeLessThan(8 * MINUTE_MS);
});

test('connections, usage and alerts count at the moments in which they held', async () => {
  const { company, pks } = await companyWith(3);
  const [steady, flapping, hot] = pks;
  const spans: Span[] = [[100, 43], [38, 21.5], [12]];
  await connect(company, steady, [[110]]);
  await connect(company, flapping, spans);
  await connect(company, hot, [[90]]);
  await measure(company, steady, [75], { cpuAvg: 20, cpuMax: 99, memoryAvg: 50, hddLast: 60, cpuTempMax: 40 });
  await measure(company, hot, [75, 33], { cpuAvg: 89.9, cpuTempMax: 51 });
  await measure(company, hot, [33, 0], { cpuAvg: 30, cpuTempMax: 41 });
  await alertIn(company, hot, 'IW5', [70, 31.5]);
  await alertIn(company, hot, 'IW2', [40, 16.5]);
  await alertIn(company, flapping, 'IW1', [21]);

  const trends = await trendsOf(company.admin);
  const online = each(trends, (at) => 2 + Number(spans.some((span) => isIn(at, span))));
  expect(trends.map((row) => row.online)).toEqual(online);
  expect(trends.map((row) => row.offline)).toEqual(online.map((count) => 3 - count));
  // The minute that ends at the moment: a peak in it is no minute over the threshold, a temperature is.
  expect(trends.map((row) => row.over_threshold)).toEqual(each(trends, (at) => Number(!isIn(at, [32.5]))));
  // Two alerts of one device are one device.
  const alerting = each(trends, (at) => Number(isIn(at, [70, 16.5])) + Number(isIn(at, [21])));
  expect(trends.map((row) => row.alerts)).toEqual(alerting);
});

test('what was not recorded is a gap: before the first device, and while connected devices were not measured', async () => {
  const { company, pks } = await companyWith(1, { createdAt: ago(42.5) });
  await connect(company, pks[0], [[42.5]]);
  await measure(company, pks[0], [42, 30], { cpuAvg: 20 });
  await measure(company, pks[0], [15, 0], { cpuAvg: 20 });
  const trends = await trendsOf(company.admin);
  // Where a measured stretch begins or ends, it depends on the second of the clock whether a moment is known.
  const edges: Span[] = [
    [42.5, 40.5],
    [30, 28],
    [15.5, 13.5],
  ];
  const clear = trends.filter(({ at }) => !edges.some((edge) => isIn(at, edge)));
  const known = each(clear, (at) => (isIn(at, [40.5, 29.5]) || isIn(at, [13.5]) ? 1 : null));
  expect(known).toContain(1);
  expect(clear.map((row) => row.online)).toEqual(known);
  expect(clear.map((row) => row.alerts)).toEqual(known.map((one) => one && 0));
  expect(trends.map((row) => row.waiting_approval)).toEqual(each(trends, (at) => (isIn(at, [42.5]) ? 0 : null)));
});

test('a device waits from its enrolment until it is approved, and again when the approval is withdrawn', async () => {
  const { company, pks } = await companyWith(3, { approval: 0 });
  const [approved, withdrawn] = pks;
  const change = (device: DevicePk | undefined, approval: 0 | 1, minutes: number) =>
    api.deps.database.asSystem((tx) =>
      tx
        .update(devices)
        .set({ approval, approvalChangedAt: ago(minutes) })
        .where(eq(devices.pk, device as DevicePk)),
    );
  await change(approved, 1, 31.5);
  await change(withdrawn, 0, 21.5);
  const trends = await trendsOf(company.admin);
  expect(trends.map((row) => row.waiting_approval)).toEqual(
    each(trends, (at) => 1 + Number(!isIn(at, [31.5])) + Number(isIn(at, [21.5]))),
  );
  expect(trends.map((row) => row.offline)).toEqual(trends.map(() => 3));
});

test('the time of an approval is stored, and a repeated one does not change it', async () => {
  const { company, pks } = await companyWith(1, { approval: 0 });
  await connectDevices(api, company, pks);
  const approve = async () => {
    await api.call(company.admin, changeDeviceApproval, {
      params: { pk: String(pks[0]) },
      body: { approval: 1 },
    });
    return api.deps.database.asSystem(async (tx) => {
      const [row] = await tx
        .select()
        .from(devices)
        .where(eq(devices.pk, pks[0] as DevicePk));
      return row?.approvalChangedAt?.getTime() ?? null;
    });
  };
  const first = await approve();
  expect(first).not.toBeNull();
  expect(await approve()).toBe(first);
});

test('only what the caller may see is counted, in the list that was asked for', async () => {
  const { company } = await companyWith(4);
  const floor = await addGroup(api, company, 'Floor');
  const room = await addGroup(api, company, 'Room', floor);
  const [inRoom] = await addDevices(api, { company, group: room }, 2, { createdAt: ago(120) });
  const offline = async (token: string, scope?: string) => (await trendsOf(token, scope)).at(-1)?.offline;
  expect(await offline(company.admin)).toBe(6);
  expect(await offline(company.admin, String(floor))).toBe(2);
  const member = await addMember(api, company, { groups: [room] });
  expect(await offline(member.token)).toBe(2);
  expect(await offline(member.token, String(company.home))).toBe(null);
  const blind = await addMember(api, company);
  expect(await offline(blind.token)).toBe(null);
  // Favourites are of one user: another one with the same groups has other counts.
  await api.call(member.token, addFavourite, { body: { servernum: inRoom?.pk ?? 0 } });
  const colleague = await addMember(api, company, { groups: [room] });
  expect(await offline(member.token, 'favorate')).toBe(1);
  expect(await offline(colleague.token, 'favorate')).toBe(null);
  const stranger = await addCompany(api);
  expect(await offline(stranger.admin, String(room))).toBe(null);
});
