import { AlertCode } from '@vigil/shared/contract/alert';
import { listOpenAlerts } from '@vigil/shared/contract/http/alerts';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { addCompany, addDevices, addGroup, addMember } from '../../testing/world.ts';

const test = apiTest();
const HOUR_MS = 3_600_000;

test('open alerts of visible devices are listed, newest first; ended ones and those of deleted devices are not', async ({
  api,
  company,
}) => {
  const floor = await addGroup(api, company, 'Floor');
  const [kiosk] = await addDevices(api, { company, group: floor }, 1);
  const [desk] = await addDevices(api, { company }, 1);
  const alert = (device: DevicePk, code: string, hours: number, isOpen = true) => ({
    companyFk: company.pk,
    deviceFk: device,
    deviceAlias: 'device',
    osId: 1 as const,
    alertCode: AlertCode.parse(code),
    value: 95,
    raisedAt: new Date(Date.now() - hours * HOUR_MS),
    endedAt: isOpen ? null : new Date(),
  });
  if (!kiosk || !desk) throw new Error('two devices were added');
  const deleted = 2_147_483_000 as DevicePk;
  await api.deps.database.asSystem((tx) =>
    tx
      .insert(alerts)
      .values([
        alert(kiosk.pk, 'IW2', 3),
        alert(kiosk.pk, 'IW3', 2, false),
        alert(desk.pk, 'IW4', 1),
        alert(deleted, 'IW2', 1),
      ]),
  );
  const read = async (token: string) => {
    const { objects, meta } = await api.call(token, listOpenAlerts, { query: { open: '1' } });
    return { codes: objects.map((row) => [row.device_pk, row.alert_code]), total: meta.total_count };
  };
  expect(await read(company.admin)).toEqual({
    codes: [
      [desk.pk, 'IW4'],
      [kiosk.pk, 'IW2'],
    ],
    total: 2,
  });
  const member = await addMember(api, company, { groups: [floor] });
  expect(await read(member.token)).toEqual({ codes: [[kiosk.pk, 'IW2']], total: 1 });
  expect(await read((await addCompany(api)).admin)).toEqual({ codes: [], total: 0 });
});

test('the devices that are over a threshold now, and the groups with trouble, are counted in sight of the caller', async ({
  api,
}) => {
  const company = await addCompany(api);
  const [floor, cellar] = [await addGroup(api, company, 'Floor'), await addGroup(api, company, 'Cellar')];
  const [over, off, blind] = await addDevices(api, { company, group: floor }, 3);
  const [cold] = await addDevices(api, { company, group: cellar }, 1);
  if (!over || !off || !blind || !cold) throw new Error('four devices were added');
  const at = new Date();
  const alert = (device: DevicePk, code: string, more: Partial<typeof alerts.$inferInsert> = {}) => ({
    companyFk: company.pk,
    deviceFk: device,
    deviceAlias: 'device',
    osId: 1 as const,
    alertCode: AlertCode.parse(code),
    value: 95,
    limit: 90,
    raisedAt: at,
    ...more,
  });
  await api.deps.database.asSystem((tx) =>
    tx
      .insert(alerts)
      .values([
        alert(over.pk, 'IW2', { lastValue: 97, lastValueAt: at }),
        alert(over.pk, 'IW4'),
        alert(off.pk, 'IW1'),
        alert(blind.pk, 'IW3', { unknownSince: at, noData: true }),
        alert(cold.pk, 'IW5'),
      ]),
  );
  const read = async (token: string) => {
    const { objects, meta } = await api.call(token, listOpenAlerts, { query: { open: '1' } });
    return { facts: objects.find(({ alert_code }) => alert_code === 'IW2'), meta };
  };
  const groups = [{ group_pk: floor, device_count: 3 }];
  const member = await addMember(api, company, { groups: [floor] });
  expect(await read(member.token)).toEqual({
    facts: expect.objectContaining({ alert_limit: 90, last_value: 97, last_value_at: at.toISOString() }) as object,
    meta: { total_count: 4, device_count: 3, over_threshold_count: 1, groups },
  });
  const { meta } = await read(company.admin);
  expect(meta).toMatchObject({ over_threshold_count: 2, groups: [...groups, { group_pk: cellar, device_count: 1 }] });
});
