import { AlertCode } from '@vigil/shared/contract/alert';
import { markIncidentsSeenUntil } from '@vigil/shared/contract/http/alerts';
import { createChannel } from '@vigil/shared/contract/http/channels';
import { updateIncident, listIncidents, readIncident } from '@vigil/shared/contract/http/incidents';
import { createMaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import type { DevicePk, GroupPk, IncidentPk } from '@vigil/shared/contract/ids';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { maintenanceWindows } from '@vigil/shared/platform/db/schema/maintenance-windows';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addGroup, addMember, type TestCompany } from '../../testing/world.ts';

const test = apiTest();

/** A site of these devices, of which the first is back. */
const addIncident = (api: TestApi, company: TestCompany, devices: readonly { pk: DevicePk }[]): Promise<IncidentPk> =>
  api.deps.database.asSystem(async (tx) => {
    const at = new Date();
    const site = { companyFk: company.pk, cause: 'site' as const, address: '203.0.113.7', siteCount: 9 };
    const [row] = await tx
      .insert(incidents)
      .values({ ...site, deviceCount: devices.length, firstAt: at, openedAt: at })
      .returning();
    if (!row) throw new Error('the incident was not stored');
    const alertCode = AlertCode.parse('IW1');
    await tx.insert(alerts).values(
      devices.map(({ pk }, i) => ({
        companyFk: company.pk,
        deviceFk: pk,
        deviceAlias: `device ${i}`,
        osId: 1 as const,
        alertCode,
        value: 1,
        raisedAt: at,
        endedAt: i === 0 ? at : null,
        incidentFk: row.pk,
      })),
    );
    return row.pk;
  });

test('an incident counts the devices in sight, and does not exist for users who see none of them', async ({ api }) => {
  const company = await addCompany(api);
  const [floor, cellar] = [await addGroup(api, company, 'Floor'), await addGroup(api, company, 'Cellar')];
  const devices = await addDevices(api, { company, group: floor }, 2);
  devices.push(...(await addDevices(api, { company }, 2)));
  const pk = await addIncident(api, company, devices);
  const read = async (token: string) => {
    const { objects, meta } = await api.call(token, listIncidents, { query: { state: 'open' } });
    return { rows: objects.filter((one) => one.pk === pk), meta };
  };
  const counts = { device_count: 4, site_count: 9, alert_kinds: [1], alert_count: 4, open_count: 3 };
  expect(await read(company.admin)).toMatchObject({ rows: [counts], meta: { open_count: 1 } });

  const member = await addMember(api, company, { groups: [floor] });
  const seen = { device_count: 2, site_count: null, alert_count: 2, open_count: 1 };
  expect(await read(member.token)).toMatchObject({ rows: [seen], meta: { total_count: 1, open_count: 1 } });
  const { objects } = await api.call(member.token, readIncident, { params: { pk: String(pk) } });
  expect(objects[0]?.alerts.map((one) => one.device_pk).toSorted((x, y) => x - y)).toEqual(
    devices.slice(0, 2).map((device) => device.pk),
  );

  for (const { token } of [
    await addMember(api, company, { groups: [cellar] }),
    { token: (await addCompany(api)).admin },
  ]) {
    expect(await read(token)).toMatchObject({ rows: [], meta: { total_count: 0, open_count: 0 } });
    const unknown = { status: 404, error: { code: 'not_found' } };
    expect(await api.call(token, readIncident, { params: { pk: String(pk) } })).toMatchObject(unknown);
  }
});

test('incidents are found by a device, by a group with its subgroups, and by a part of a name or address', async ({
  api,
}) => {
  const company = await addCompany(api);
  const floor = await addGroup(api, company, 'Floor');
  const room = await addGroup(api, company, 'Room', floor);
  const [inRoom] = await addDevices(api, { company, group: room }, 1);
  const [elsewhere] = await addDevices(api, { company }, 1);
  if (!inRoom || !elsewhere) throw new Error('no devices');
  const [ofRoom, ofBoth] = [
    await addIncident(api, company, [inRoom]),
    await addIncident(api, company, [elsewhere, inRoom]),
  ];
  const member = await addMember(api, company, { groups: [company.home] });
  const found = async (query: Record<string, unknown>, token = company.admin) =>
    (await api.call(token, listIncidents, { query: { state: 'open', ...query } })).objects
      .map(({ pk }) => pk)
      .toSorted((a, b) => a - b);
  expect(await found({})).toEqual([ofRoom, ofBoth]);
  expect(await found({ device_pk: elsewhere.pk })).toEqual([ofBoth]);
  expect(await found({ group_pk: floor })).toEqual([ofRoom, ofBoth]);
  expect(await found({ group_pk: company.home })).toEqual([ofBoth]);
  expect(await found({ search_value: 'DEVICE 1' })).toEqual([ofBoth]);
  expect(await found({ search_value: '203.0.113' })).toEqual([ofRoom, ofBoth]);
  expect(await found({ search_value: '%' })).toEqual([]);
  // What is out of sight is found by nothing.
  expect(await found({ device_pk: inRoom.pk }, member.token)).toEqual([]);
  expect(await found({ group_pk: floor }, member.token)).toEqual([]);
  expect(await found({ search_value: 'device 1' }, member.token)).toEqual([]);
});

test('an incident is acknowledged with a note, resolved, and then left as it is', async ({ api, company }) => {
  const devices = await addDevices(api, { company }, 3);
  const pk = await addIncident(api, company, devices);
  const bystander = await addMember(api, company, { groups: [company.home], authVal: 1 });
  const change = (token: string, body: { state: 'acknowledged' | 'resolved'; note?: string }) =>
    api.call(token, updateIncident, { params: { pk: String(pk) }, body });
  expect(await change(bystander.token, { state: 'resolved' })).toMatchObject({ status: 403 });
  expect(await change(company.admin, { state: 'acknowledged', note: ' Provider is informed ' })).toMatchObject({
    objects: [
      { state: 1, note: 'Provider is informed', resolved_at: null, acknowledged_at: expect.any(String) as string },
    ],
  });
  expect(await change(company.admin, { state: 'resolved' })).toMatchObject({
    objects: [{ state: 2, note: 'Provider is informed', resolved_at: expect.any(String) as string }],
  });
  for (const state of ['acknowledged', 'resolved'] as const) {
    expect(await change(company.admin, { state })).toMatchObject({
      status: 409,
      error: { code: 'incident_state' },
    });
  }
});

test('who changes the note of an acknowledged incident does not take its place', async ({ api, company }) => {
  const pk = await addIncident(api, company, await addDevices(api, { company }, 3));
  const operator = await addMember(api, company, { groups: [company.home], authVal: 15 });
  const acknowledge = async (token: string, note: string) =>
    (
      await api.call(token, updateIncident, {
        params: { pk: String(pk) },
        body: { state: 'acknowledged', note },
      })
    ).objects[0];
  const first = await acknowledge(operator.token, 'On my way');
  expect(await acknowledge(company.admin, 'Provider is informed')).toMatchObject({
    note: 'Provider is informed',
    acknowledged_at: first?.acknowledged_at,
    acknowledged_by: first?.acknowledged_by,
  });
});

test('the bell counts open incidents since a user last looked, for each user', async ({ api }) => {
  const company = await addCompany(api);
  const devices = await addDevices(api, { company }, 3);
  await addIncident(api, company, devices);
  const member = await addMember(api, company, { groups: [company.home] });
  const counts = async (token: string) => (await api.call(token, listIncidents, { query: {} })).meta;
  const see = async (token: string, until: string) =>
    (await api.call(token, markIncidentsSeenUntil, { body: { until } })).objects;
  const [incident] = (await api.call(company.admin, listIncidents, { query: {} })).objects;
  expect(await counts(company.admin)).toMatchObject({ open_count: 1, unseen_count: 1, seen_until: null });

  const until = incident?.opened_at ?? '';
  expect(await see(company.admin, until)).toEqual([{ until }]);
  expect(await counts(company.admin)).toMatchObject({ open_count: 1, unseen_count: 0, seen_until: until });
  expect(await counts(member.token)).toMatchObject({ unseen_count: 1, seen_until: null });

  // An older browser takes nothing back, and one whose clock is fast hides nothing that is still to come.
  await see(company.admin, new Date(0).toISOString());
  expect(await counts(company.admin)).toMatchObject({ seen_until: until });
  const [{ until: taken } = { until: '' }] = (await see(company.admin, '2999-01-01T00:00:00.000Z')) ?? [];
  await eventually(() => expect(Date.parse(taken)).toBeLessThan(Date.now()));
  await addIncident(api, company, await addDevices(api, { company }, 2));
  expect(await counts(company.admin)).toMatchObject({ open_count: 2, unseen_count: 1 });
});

test('an incident leads with its oldest open alert whose value is known', async ({ api, company }) => {
  const devices = await addDevices(api, { company }, 3);
  const pk = await addIncident(api, company, devices);
  const set = (device: number, values: Partial<typeof alerts.$inferInsert>) =>
    api.deps.database.asSystem((tx) =>
      tx
        .update(alerts)
        .set(values)
        .where(and(eq(alerts.incidentFk, pk), eq(alerts.deviceAlias, `device ${device}`))),
    );
  await set(1, { unknownSince: new Date(), raisedAt: new Date(0) });
  await set(2, { limit: 10, value: 12 });
  const read = async () => {
    const { objects } = await api.call(company.admin, readIncident, { params: { pk: String(pk) } });
    return objects[0];
  };
  const leading = { device_alias: 'device 2', alert_value: 12, alert_limit: 10, ended_at: null };
  expect(await read()).toMatchObject({ open_count: 2, unknown_count: 1, leading_alert: leading });
  await set(2, { endedAt: new Date(), endReason: 'recovered' });
  expect(await read()).toMatchObject({ leading_alert: { device_alias: 'device 1', end_reason: null } });
});

test('who sees all groups reads which channel was told that nobody acknowledges an incident, and which is next', async ({
  api,
}) => {
  const company = await addCompany(api);
  const floor = await addGroup(api, company, 'Floor');
  const floorDevices = await addDevices(api, { company, group: floor }, 3);
  const pk = await addIncident(api, company, floorDevices);
  const add = async (name: string, settings: { after_minutes: number | null; group_pks?: GroupPk[] }) =>
    (
      await api.call(company.admin, createChannel, {
        body: { kind: 'slack', url: 'https://hooks.example/', name, ...settings },
      })
    ).objects.channel.pk;
  const first = await add('Night shift', { after_minutes: 10 });
  await add('On call', { after_minutes: 30 });
  await add('At once', { after_minutes: null });
  await add('Elsewhere', { after_minutes: 10, group_pks: [await addGroup(api, company, 'Cellar')] });
  const at = new Date();
  await api.deps.database.asSystem(async (tx) => {
    await tx.update(channels).set({ createdAt: new Date(0) });
    await tx.insert(channelDeliveries).values({
      companyFk: company.pk,
      channelFk: first,
      incidentFk: pk,
      event: 'escalated',
      body: {},
      createdAt: at,
      nextTryAt: at,
    });
  });
  const read = async (token: string) =>
    (await api.call(token, readIncident, { params: { pk: String(pk) } })).objects[0]?.escalations;
  expect(await read(company.admin)).toEqual([
    { channel: 'Night shift', at: at.toISOString(), told: true },
    { channel: 'On call', at: expect.any(String) as string, told: false },
  ]);
  const member = await addMember(api, company, { groups: [floor], authVal: 15 });
  expect(await read(member.token)).toEqual([]);
  // In maintenance nothing escalates, so that nothing is announced; with the last device that is not, it is.
  const quiet = async (device_pks: DevicePk[]) =>
    (await api.call(company.admin, createMaintenanceWindow, { body: { device_pks, minutes: 30 } })).objects[0]!.pk;
  await quiet(floorDevices.slice(2).map((device) => device.pk));
  expect(await read(company.admin)).toHaveLength(2);
  await quiet([floorDevices[1]!.pk]);
  expect(await read(company.admin)).toMatchObject([{ channel: 'Night shift', told: true }]);
  await api.deps.database.asSystem((tx) => tx.delete(maintenanceWindows));
  const acknowledged = { params: { pk: String(pk) }, body: { state: 'acknowledged' as const } };
  await api.call(company.admin, updateIncident, acknowledged);
  expect(await read(company.admin)).toMatchObject([{ channel: 'Night shift', told: true }]);
});
