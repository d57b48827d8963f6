import { randomUUID } from 'node:crypto';
import { listApprovals, postApproval } from '@vigil/shared/contract/http/approvals';
import { readDashboard, type Dashboard } from '@vigil/shared/contract/http/dashboard';
import { readFleetSummary } from '@vigil/shared/contract/http/devices';
import type { DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { usageColumns, type UsageField } from '@vigil/shared/contract/names';
import { deviceConnections, devices } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { serverAbsences } from '@vigil/shared/platform/db/schema/server-absences';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { addToHistories } from '../../testing/history-rows.ts';
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

const test = apiTest({ TICKETS: '1' });
let api: TestApi;
test.beforeAll(({ api: started }) => void (api = started));

const HOUR_MS = 3_600_000;
const system = <T>(work: Parameters<typeof api.deps.database.asSystem<T>>[0]) => api.deps.database.asSystem(work);

async function dashboardOf(token: string): Promise<Dashboard> {
  const { objects } = await api.call(token, readDashboard);
  return objects[0]!;
}

/** Two groups with two devices each, and a reader of reports who sees the first. */
async function addWorld() {
  const company = await addCompany(api, { devices: 40 });
  const [seen, unseen] = [await addGroup(api, company, 'Seen'), await addGroup(api, company, 'Unseen')];
  const dayAgo = { createdAt: new Date(api.deps.now() - 30 * HOUR_MS), agentVersion: '1.2.0', osId: 1 as const };
  const near = (await addDevices(api, { company, group: seen, alias: 'near' }, 2, dayAgo)) as [TestDevice, TestDevice];
  const far = (await addDevices(api, { company, group: unseen, alias: 'far' }, 2, dayAgo)) as [TestDevice, TestDevice];
  const reader = await addMember(api, company, { groups: [seen], authVal: 8 });
  return { company, near, far, reader };
}

const measure = (company: TestCompany, device: DevicePk, values: Partial<Record<UsageField, number>>) =>
  api.deps.redis.commands.hSet(
    redisKeys.usage(company.pk),
    String(device),
    JSON.stringify([device, ...usageColumns.map((column) => values[column] ?? null)]),
  );

test('the dashboard counts what its reader sees', async () => {
  const { company, near, far, reader } = await addWorld();
  await connectDevices(api, company, [near[0].pk, far[0].pk]);
  await system(async (tx) => {
    await tx.update(devices).set({ approval: 0 }).where(eq(devices.pk, far[1].pk));
    await tx.update(devices).set({ agentVersion: null }).where(eq(devices.pk, near[1].pk));
    await addToHistories(tx, company.pk, [
      { device: near[0].pk, at: new Date(api.deps.now() - HOUR_MS), name: 'near', kind: 5 },
      { device: far[0].pk, at: new Date(api.deps.now() - HOUR_MS), name: 'far', kind: 2 },
    ]);
    await tx.update(remoteSessions).set({ endedAt: null }).where(eq(remoteSessions.companyFk, company.pk));
    const opened = { cause: 'device' as const, deviceCount: 1, firstAt: new Date(), openedAt: new Date() };
    const [one, two] = await tx
      .insert(incidents)
      .values([
        { ...opened, companyFk: company.pk },
        { ...opened, companyFk: company.pk, state: 1, acknowledgedAt: new Date() },
      ])
      .returning({ pk: incidents.pk });
    for (const [incident, device] of [
      [one, near[0]],
      [two, far[0]],
    ] as const)
      await tx
        .update(alerts)
        .set({ endedAt: null, incidentFk: incident?.pk ?? null })
        .where(eq(alerts.deviceFk, device.pk));
  });
  const all = await dashboardOf(company.admin);
  expect(all).toMatchObject({
    devices: { total: 4, online: 2, offline: 2, waiting_approval: 1 },
    incidents: { open: 2, acknowledged: 1 },
    sessions: { rc: 2, ft: 0 },
    licence: { devices: 4, volume: 40 },
    versions: [
      { version: '1.2.0', devices: 3 },
      { version: null, devices: 1 },
    ],
  });
  expect(all.alerts.map(({ count }) => count)).toEqual([0, 1, 0, 0, 1, 0, 0]);
  const own = await dashboardOf(reader.token);
  expect(own).toMatchObject({
    devices: { total: 2, online: 1, offline: 1, waiting_approval: 0 },
    incidents: { open: 1, acknowledged: 0 },
    sessions: { rc: 1, ft: 0 },
    licence: null,
  });
  expect(own.alerts.map(({ count }) => count)).toEqual([0, 0, 0, 0, 1, 0, 0]);
  const open = async (token: string) => (await api.call(token, readFleetSummary)).meta.open_incidents;
  expect([await open(company.admin), await open(reader.token)]).toEqual([2, 1]);
});

test('the hottest and slowest devices are online, approved and in sight', async () => {
  const { company, near, far, reader } = await addWorld();
  await connectDevices(api, company, [near[0].pk, far[0].pk, far[1].pk]);
  await measure(company, near[0].pk, { cpu_temp: 60, cpu_usage: 20 });
  await measure(company, near[1].pk, { cpu_temp: 99, cpu_usage: 99 });
  await measure(company, far[0].pk, { cpu_temp: 55, cpu_usage: 90 });
  await measure(company, far[1].pk, { cpu_usage: 50 });
  const all = await dashboardOf(company.admin);
  expect(all.hottest.map(({ alias, value }) => [alias, value])).toEqual([
    ['near 1', 60],
    ['far 1', 55],
  ]);
  expect(all.slowest.map(({ alias }) => alias)).toEqual(['far 1', 'far 2', 'near 1']);
  expect((await dashboardOf(reader.token)).slowest.map(({ alias }) => alias)).toEqual(['near 1']);
  await system((tx) => tx.update(devices).set({ approval: 0 }).where(eq(devices.pk, far[0].pk)));
  expect((await dashboardOf(company.admin)).hottest.map(({ alias }) => alias)).toEqual(['near 1']);
});

test('the last 24 hours come from the connections that are stored, and know nothing while the servers were away', async () => {
  const { company, near } = await addWorld();
  const at = (hours: number) => new Date(api.deps.now() - hours * HOUR_MS);
  await system((tx) =>
    tx.insert(deviceConnections).values([
      {
        id: randomUUID(),
        companyFk: company.pk,
        deviceFk: near[0].pk,
        connectedAt: at(20.2),
        disconnectedAt: at(10.2),
      },
      { id: randomUUID(), companyFk: company.pk, deviceFk: near[1].pk, connectedAt: at(28), disconnectedAt: null },
    ]),
  );
  await system((tx) => tx.insert(serverAbsences).values({ from: at(5.2), until: at(3.2) }));
  const { availability } = await dashboardOf(company.admin);
  const online = availability.map((point) => [Date.parse(point.at), point.total, point.online] as const);
  const isAway = (moment: number) => moment >= at(5.2).getTime() && moment < at(3.2).getTime();
  const [away, seen] = [online.filter(([moment]) => isAway(moment)), online.filter(([moment]) => !isAway(moment))];
  expect(away.map(([, total, count]) => [total, count])).toEqual(Array.from({ length: 4 }, () => [0, 0]));
  for (const [moment, total, count] of seen) {
    const first = moment >= at(20.2).getTime() && moment < at(10.2).getTime() ? 1 : 0;
    expect([total, count]).toEqual([4, 1 + first]);
  }
  expect(new Set(seen.map(([, , count]) => count))).toEqual(new Set([1, 2]));
});

test('requests that wait for a decision are counted for those who decide, here and in the summary', async () => {
  const { company, near, reader } = await addWorld();
  const approver = await addMember(api, company, { useApprovalFunction: 1, authVal: 8 });
  const ask = (approver_pk: UserPk | 0) =>
    api.call(reader.token, postApproval, {
      body: {
        device_pk: near[0].pk,
        approver_pk,
        approval_reason: 'work',
        start_time: new Date(api.deps.now()).toISOString(),
        end_time: new Date(api.deps.now() + HOUR_MS).toISOString(),
      },
    });
  const waiting = async (token: string) => [
    (await api.call(token, readFleetSummary)).meta.request_approval,
    (await dashboardOf(token)).waiting.requests,
    (await api.call(token, listApprovals, { query: { type: 'history', waiting: '1' } })).meta.total_count,
  ];
  expect((await ask(approver.pk)).status).toBe(200);
  expect(await waiting(approver.token)).toEqual([1, 1, 1]);
  expect(await waiting(company.admin)).toEqual([1, 1, 1]);
  expect(await waiting(reader.token)).toEqual([0, 0, 0]);
  // It replaces the request before, and is for administrators only.
  await ask(0);
  expect([await waiting(approver.token), await waiting(company.admin)]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
  api.advance(2 * HOUR_MS);
  expect(await waiting(company.admin)).toEqual([0, 0, 0]);
});
