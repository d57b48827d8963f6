import { expect } from 'vitest';
import { AlertCode } from '@vigil/shared/contract/alert';
import { listOpenAlerts } from '@vigil/shared/contract/http/alerts';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { alerts } from '@vigil/shared/platform/db/schema/records';
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
