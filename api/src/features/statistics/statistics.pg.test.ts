import { moveDevices } from '@vigil/shared/contract/http/devices';
import { listAlertHistory, listRemoteHistory } from '@vigil/shared/contract/http/histories';
import {
  readAlertChart,
  readAlertRanking,
  readRemoteChart,
  readRemoteRanking,
} from '@vigil/shared/contract/http/statistics';
import type { UserPk } from '@vigil/shared/contract/ids';
import { timeZones } from '@vigil/shared/domain/time-zones';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { runsOf } from '../../../../tests/support/scope.ts';
import { apiTest } from '../../testing/fixture.ts';
import { addToHistories, type HistoryEvent } from '../../testing/history-rows.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addGroup, addMember, type TestCompany, type TestDevice } from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
test.beforeAll(({ api: started }) => void (api = started));

const add = (company: TestCompany, events: readonly HistoryEvent[]) =>
  api.deps.database.asSystem((tx) => addToHistories(tx, company.pk, events));
const setZone = (company: TestCompany, timeZoneId: number) =>
  api.deps.database.asSystem((tx) => tx.update(users).set({ timeZoneId }).where(eq(users.companyFk, company.pk)));

const range = { start_date: '2026-03-01', end_date: '2026-03-31' };
const inMarch = (day: number) => new Date(Date.UTC(2026, 2, day, 12));

/** Two groups with a device each, and a reader of reports who sees the first. */
async function addWorld() {
  const company = await addCompany(api);
  const [seen, unseen] = [await addGroup(api, company, 'Seen'), await addGroup(api, company, 'Unseen')];
  const [near] = (await addDevices(api, { company, group: seen }, 1)) as [TestDevice];
  const [far] = (await addDevices(api, { company, group: unseen }, 1)) as [TestDevice];
  const reader = await addMember(api, company, { groups: [seen], authVal: 8 });
  return { company, near, far, reader };
}

test('users and devices are ranked by their sessions, under the names that they had last', async () => {
  const { company, near, far } = await addWorld();
  const [kim, lee] = [901, 902] as [UserPk, UserPk];
  await add(company, [
    { device: near.pk, at: inMarch(1), name: 'old', user: kim },
    { device: near.pk, at: inMarch(2), name: 'kim', user: kim },
    { device: far.pk, at: inMarch(3), name: 'lee', user: lee },
    { device: far.pk, at: new Date('2026-02-15T12:00:00Z'), name: 'lee', user: lee },
  ]);
  const read = (type: 'user' | 'device') => api.call(company.admin, readRemoteRanking, { query: { type, ...range } });
  expect(await read('user')).toMatchObject({
    objects: [
      { usage: 66.67, count: 2, user_pk: kim, reg_mail: 'kim@vigil.test', device_pk: null, alias: '' },
      { usage: 33.33, count: 1, user_pk: lee, reg_mail: 'lee@vigil.test' },
    ],
    meta: { total_count: 3, previous_count: 1, ...range },
  });
  expect((await read('device')).objects).toMatchObject([
    { usage: 66.67, count: 2, device_pk: near.pk, alias: 'device kim', user_pk: null, reg_mail: '' },
    { usage: 33.33, count: 1, device_pk: far.pk, alias: 'device lee' },
  ]);
});

test('a session that never began is no use', async () => {
  const { company, near } = await addWorld();
  await add(company, [{ device: near.pk, at: inMarch(1), name: 'kim' }]);
  await api.deps.database.asSystem((tx) =>
    tx.update(remoteSessions).set({ redeemedAt: null }).where(eq(remoteSessions.companyFk, company.pk)),
  );
  const query = { type: 'user', ...range } as const;
  expect(await api.call(company.admin, readRemoteRanking, { query })).toMatchObject({
    objects: [],
    meta: { total_count: 0 },
  });
});

test('alerts are ranked by kind and by device', async () => {
  const { company, near, far } = await addWorld();
  await add(company, [
    { device: near.pk, at: inMarch(1), name: 'a', kind: 2 },
    { device: near.pk, at: inMarch(2), name: 'a', kind: 5 },
    { device: far.pk, at: inMarch(3), name: 'b', kind: 5 },
  ]);
  const read = (type: 'user' | 'device') => api.call(company.admin, readAlertRanking, { query: { type, ...range } });
  expect((await read('user')).objects).toEqual([
    { usage: 66.67, count: 2, category: 5, device_pk: null, device: '' },
    { usage: 33.33, count: 1, category: 2, device_pk: null, device: '' },
  ]);
  expect((await read('device')).objects).toEqual([
    { usage: 66.67, count: 2, category: null, device_pk: near.pk, device: 'device a' },
    { usage: 33.33, count: 1, category: null, device_pk: far.pk, device: 'device b' },
  ]);
});

test('figures of a reader are those of the groups in sight, shares included', async () => {
  const { company, near, far, reader } = await addWorld();
  await add(company, [
    { device: near.pk, at: inMarch(1), name: 'near' },
    { device: far.pk, at: inMarch(2), name: 'far' },
  ]);
  for (const endpoint of [readRemoteRanking, readAlertRanking])
    expect(await api.call(reader.token, endpoint, { query: { type: 'device', ...range } })).toMatchObject({
      objects: [{ usage: 100, count: 1, device_pk: near.pk }],
      meta: { total_count: 1 },
    });
  for (const endpoint of [readRemoteChart, readAlertChart]) {
    const { objects, meta } = await api.call(reader.token, endpoint, {
      query: { type: 'daily', year: 2026, month: 3 },
    });
    expect([objects[0]?.access_cnt, objects[1]?.access_cnt, meta.total_count]).toEqual([1, 0, 1]);
  }
});

test('what happened in the last millisecond of a day is of that day in charts, rankings and histories', async () => {
  const { company, near } = await addWorld();
  await setZone(company, 16);
  await add(company, [{ device: near.pk, at: new Date('2026-03-31T23:59:59.999Z'), name: 'late' }]);
  // Postgres keeps microseconds, of which a date of JavaScript has none.
  await api.deps.database.asSystem(async (tx) => {
    const late = sql`${'2026-03-31T23:59:59.999700Z'}::timestamptz`;
    await tx.update(remoteSessions).set({ redeemedAt: late }).where(eq(remoteSessions.companyFk, company.pk));
    await tx.update(alerts).set({ raisedAt: late }).where(eq(alerts.companyFk, company.pk));
  });
  const lastDay = { start_date: '2026-03-31', end_date: '2026-03-31' };
  const totalOf = async (endpoint: Parameters<typeof api.call>[1], query: object) =>
    ((await api.call(company.admin, endpoint, { query })) as { meta: { total_count: number } }).meta.total_count;
  for (const endpoint of [listRemoteHistory, listAlertHistory]) expect(await totalOf(endpoint, lastDay)).toBe(1);
  for (const endpoint of [readRemoteRanking, readAlertRanking])
    expect(await totalOf(endpoint, { type: 'device', ...lastDay })).toBe(1);
  for (const endpoint of [readRemoteChart, readAlertChart])
    expect(await totalOf(endpoint, { type: 'daily', year: 2026, month: 3 })).toBe(1);
});

test('a ranking is remembered for its reader, and forgotten soon or when a device leaves the sight', async () => {
  const { company, near, reader } = await addWorld();
  const event = (day: number) => ({ device: near.pk, at: inMarch(day), name: 'near' });
  await add(company, [event(1)]);
  const query = { type: 'device', ...range } as const;
  const count = async (token: string) => (await api.call(token, readAlertRanking, { query })).meta.total_count;
  expect([await count(company.admin), await count(reader.token)]).toEqual([1, 1]);
  await add(company, [event(2)]);
  expect([await count(company.admin), await count(reader.token)]).toEqual([1, 1]);
  api.advance(60_000);
  expect([await count(company.admin), await count(reader.token)]).toEqual([2, 2]);
  await api.call(company.admin, moveDevices, { body: { device_pk: near.pk, new_device_group_fk: company.home } });
  expect([await count(company.admin), await count(reader.token)]).toEqual([2, 0]);
});

test('without a range it is that of the specification, in the time zone of the reader', async () => {
  const { company } = await addWorld();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(api.deps.now());
  const { meta } = await api.call(company.admin, readRemoteRanking, { query: { type: 'user' } });
  expect(meta.end_date).toBe(today);
  expect(meta.start_date < `${today.slice(0, 7)}-01`).toBe(true);
});

test('a range that ends before it starts is refused, as is a chart of days without its month', async () => {
  const { company } = await addWorld();
  const query = { type: 'user', start_date: '2026-03-02', end_date: '2026-03-01' } as const;
  for (const endpoint of [readRemoteRanking, readAlertRanking])
    expect(await api.call(company.admin, endpoint, { query })).toMatchObject({
      status: 422,
      error: { code: 'date_validate_error', field: 'query.end_date' },
    });
  expect(await api.call(company.admin, readRemoteChart, { query: { type: 'daily', year: 2026 } })).toMatchObject({
    status: 400,
    error: { field: 'query.month' },
  });
});

test('at most ten are ranked, and their shares are of all', async () => {
  const { company } = await addWorld();
  const devices = await addDevices(api, { company }, 12);
  await add(
    company,
    devices.map(({ pk }, i) => ({ device: pk, at: inMarch(1 + i), name: String(i) })),
  );
  const query = { type: 'device', ...range } as const;
  const { objects, meta } = await api.call(company.admin, readRemoteRanking, { query });
  expect([objects.length, objects[0]?.usage, meta.total_count]).toEqual([10, 8.33, 12]);
  const few = await api.call(company.admin, readRemoteRanking, { query: { ...query, limit: 3 } });
  expect(few.objects).toHaveLength(3);
});

test('rates add up to 100, and every period has its row', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 364 }), { minLength: 1, maxLength: 40 }), async (days) => {
      const { company, near } = await addWorld();
      await add(
        company,
        days.map((day) => ({ device: near.pk, at: new Date(Date.UTC(2026, 0, 1 + day, 3)), name: 'x' })),
      );
      const query = { type: 'monthly', year: 2026 } as const;
      const { objects, meta } = await api.call(company.admin, readRemoteChart, { query });
      expect(objects.map(({ start_date }) => start_date)).toEqual(
        Array.from({ length: 12 }, (_, i) => `2026-${String(i + 1).padStart(2, '0')}`),
      );
      expect(meta.total_count).toBe(days.length);
      const sum = objects.reduce((all, { access_ratio }) => all + access_ratio, 0);
      expect(Math.abs(sum - 100)).toBeLessThanOrEqual(12 * 0.005 + 1e-9);
    }),
    { numRuns: runsOf({ usual: 3, all: 30 }) },
  );
});

test('in every time zone, a period counts what the history of its days lists', async () => {
  const { company, near } = await addWorld();
  // An event each quarter of an hour of the nights in which clocks change, in the north and in the south.
  const nights = ['2026-03-28T12:00:00Z', '2026-10-03T12:00:00Z', '2026-10-24T12:00:00Z'].map(Date.parse);
  const events = nights.flatMap((start) =>
    Array.from({ length: 48 * 4 }, (_, i) => ({ device: near.pk, at: new Date(start + i * 900_000), name: 'x' })),
  );
  await add(company, events);
  for (const { id, name } of timeZones) {
    await setZone(company, id);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: name });
    const counts = Object.entries(Object.groupBy(events, ({ at }) => day.format(at)));
    for (const endpoint of [readRemoteChart, readAlertChart]) {
      const [march, october] = [3, 10].map((month) =>
        api.call(company.admin, endpoint, { query: { type: 'daily', year: 2026, month } }),
      );
      const rows = [...(await march!).objects, ...(await october!).objects].filter((row) => row.access_cnt > 0);
      expect([name, rows.map((row) => [row.start_date, row.access_cnt])]).toEqual([
        name,
        counts.map(([date, own]) => [date, own?.length]),
      ]);
    }
  }
  const [row] = (
    await api.call(company.admin, readRemoteChart, { query: { type: 'monthly', year: 2026 } })
  ).objects.filter(({ access_cnt }) => access_cnt > 0);
  for (const endpoint of [listRemoteHistory, listAlertHistory])
    expect(
      (await api.call(company.admin, endpoint, { query: { start_date: '2026-03-01', end_date: '2026-03-31' } })).meta
        .total_count,
    ).toBe(row?.access_cnt);
});
