import { randomUUID } from 'node:crypto';
import { issueBulkCommand, issueCommand } from '@vigil/shared/contract/http/commands';
import { runBulkDeviceAction } from '@vigil/shared/contract/http/device-bulk';
import { deleteDevice, listDevices } from '@vigil/shared/contract/http/devices';
import { listDevicesOverLicence } from '@vigil/shared/contract/http/licence-gate';
import { readProfile, updateProfile } from '@vigil/shared/contract/http/profile';
import { signOut } from '@vigil/shared/contract/http/sign-in';
import { listUsers } from '@vigil/shared/contract/http/users';
import { timeZones } from '@vigil/shared/domain/time-zones';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import { readBlockedCompanies, setLicenceBlock } from '@vigil/shared/platform/licence-gates';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { declaredEndpoints } from '../../testing/endpoints.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addMember } from '../../testing/world.ts';

const test = apiTest();

/** A company with devices enrolled one second after another, and a licence for fewer of them. */
async function addOverLicence(api: TestApi, { devices, volume }: { devices: number; volume: number }) {
  const company = await addCompany(api);
  const added = [];
  for (let n = 0; n < devices; n += 1) {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, n));
    added.push(...(await addDevices(api, { company, alias: `kiosk ${n}` }, 1, { createdAt })));
  }
  await api.deps.database.asSystem((tx) =>
    tx.update(licences).set({ deviceVolume: volume }).where(eq(licences.companyFk, company.pk)),
  );
  await setLicenceBlock(api.deps.redis, company.pk, true);
  await eventually(async () => expect((await api.call(company.admin, listDevices)).status).toBe(402));
  return { company, devices: added };
}

test('while a company is blocked by its licence, only what it needs works, and other companies do not notice', async ({
  api,
  company,
}) => {
  const { company: gated } = await addOverLicence(api, { devices: 3, volume: 1 });
  const member = await addMember(api, company);
  expect(await api.call(gated.admin, listDevices)).toMatchObject({ status: 402, error: { code: 'licence_gate' } });
  expect((await api.call(company.admin, listDevices)).status).toBe(200);
  expect((await api.call(member.token, listDevicesOverLicence)).status).toBe(403);

  const { objects } = await api.call(gated.admin, readProfile);
  expect(objects[0]?.license).toMatchObject({ devices: 3, gate: 1, total: { vol: 1 } });
  const named = [...(await declaredEndpoints())].flatMap(([name, { whileGated }]) => (whileGated ? name : []));
  expect(named.toSorted()).toEqual([
    'DELETE /company/deletion',
    'DELETE /devices/:pk',
    'DELETE /exports/:id',
    'DELETE /payments/:id',
    'DELETE /sessions',
    'DELETE /sessions/:id',
    'GET /exports',
    'GET /licence_gate',
    'GET /payment_history',
    'GET /payments/:id',
    'GET /payments/quote',
    'GET /sessions',
    'GET /user/0',
    'GET /user/preferences',
    'GET /user/preferences/:key',
    'POST /access',
    'POST /company/deletion',
    'POST /company/export',
    'POST /devices/bulk',
    'POST /login/link',
    'POST /logout',
    'POST /payments',
    'POST /payments/:id/receipt',
    'POST /payments/:id/window',
    'POST /payments/:id/withdraw',
    'POST /remoteControl/bulk',
    'POST /screens/report',
    'PUT /company',
    'PUT /remoteControl/:guid',
    'PUT /user/0',
    'PUT /user/preferences/:key',
  ]);
  expect((await api.call(gated.admin, signOut)).status).toBe(200);
});

test('a licence counts from its start on', async ({ api }) => {
  const company = await addCompany(api, { type: 'Basic', devices: 2, nonAdmins: 3 });
  await api.deps.database.asSystem((tx) =>
    tx.insert(licences).values({
      companyFk: company.pk,
      type: 'Corporate',
      deviceVolume: 100,
      nonAdminLimit: 50,
      startsAt: new Date(Date.now() + 3_600_000),
      expiresAt: new Date(Date.now() + 3 * 365 * 86_400_000),
    }),
  );
  await addDevices(api, { company }, 3);
  const { objects } = await api.call(company.admin, readProfile);
  const license = objects[0]?.license;
  expect(license?.list).toHaveLength(2);
  expect(license).toMatchObject({ gate: 1, total: { vol: 2, primaryProdType: 'Basic', managerLimit: 3 } });
  expect((await api.call(company.admin, listUsers)).meta.seats).toMatchObject({ limit: 3 });
  const url = `/liveview/${randomUUID()}.jpg`;
  expect((await api.app.inject({ url, headers: { token: company.admin } })).statusCode).toBe(403);
});

test('the last day of a licence is that of the zone of the first administrator', async ({ api }) => {
  const company = await addCompany(api, { type: 'Basic', devices: 2, nonAdmins: 3 });
  // Its end is exclusive.
  const expiresAt = new Date('2031-01-01T00:00:00Z');
  await api.deps.database.asSystem((tx) =>
    tx.update(licences).set({ expiresAt }).where(eq(licences.companyFk, company.pk)),
  );
  const lastDay = async (zone: string) => {
    const id = timeZones.find(({ name }) => name === zone)?.id ?? 0;
    await api.call(company.admin, updateProfile, { body: { name: 'time_zone_id', value: id } });
    const { objects } = await api.call(company.admin, readProfile);
    return objects[0]?.license.total.lastestExpireDateString;
  };
  expect(await lastDay('UTC')).toBe('2030-12-31');
  expect(await lastDay('America/New_York')).toBe('2030-12-31');
  expect(await lastDay('Asia/Seoul')).toBe('2031-01-01');
});

test('the devices enrolled last are listed; with the last of them deleted the gate closes', async ({ api }) => {
  const { company, devices } = await addOverLicence(api, { devices: 4, volume: 2 });
  const announced: unknown[] = [];
  const unsubscribe = await api.deps.redis.subscribe(busChannels.licenceGates, (text) =>
    announced.push(JSON.parse(text)),
  );
  const { objects, meta } = await api.call(company.admin, listDevicesOverLicence);
  expect(objects.map(({ alias }) => alias)).toEqual(['kiosk 3 1', 'kiosk 2 1']);
  expect(meta).toEqual({ total_count: 2 });

  const able = await addMember(api, company, { groups: [company.home], authVal: 4 });
  const refused = await api.call(able.token, deleteDevice, { params: { pk: String(devices[0]?.pk) } });
  expect(refused).toMatchObject({ status: 402, error: { code: 'licence_gate' } });
  const bulk = { action: 'delete' as const, device_pks: devices.map(({ pk }) => pk), confirm: devices.length };
  expect((await api.call(able.token, runBulkDeviceAction, { body: bulk })).status).toBe(402);

  const remove = (n: number) =>
    api.call(company.admin, deleteDevice, { params: { pk: String(devices[n]?.pk) } }).then(({ status }) => status);
  expect(await remove(3)).toBe(200);
  expect(announced).toEqual([]);
  expect((await api.call(company.admin, listDevices)).status).toBe(402);
  // Any device may be the one that goes.
  expect(await remove(0)).toBe(200);
  await eventually(() => expect(announced).toEqual([{ t: 'licence_gate', company: company.pk, open: false }]));
  await eventually(async () => expect((await api.call(company.admin, listDevices)).status).toBe(200));
  expect(await readBlockedCompanies(api.deps.redis)).not.toContain(company.pk);
  await unsubscribe();
});

test('while a company is blocked by its licence, commands delete devices for administrators, and do nothing else', async ({
  api,
}) => {
  const { company, devices } = await addOverLicence(api, { devices: 4, volume: 1 });
  const able = await addMember(api, company, { groups: [company.home], authVal: 4 });
  const [first, ...others] = devices;
  const issue = (type: 'delete' | 'information' | 'wol_list', token = company.admin) =>
    api.call(token, issueCommand, { params: { guid: String(first?.guid) }, body: { type } });
  const inBulk = (type: 'delete' | 'information', token = company.admin) =>
    api.call(token, issueBulkCommand, { body: { device_pks: others.map(({ pk }) => pk), type } });
  const refused = { status: 402, error: { code: 'licence_gate' } };
  for (const send of [issue, inBulk])
    for (const answer of [await send('information'), await send('delete', able.token)])
      expect(answer).toMatchObject(refused);
  expect(await issue('wol_list')).toMatchObject(refused);
  expect((await issue('delete')).objects).toMatchObject({ state: 'done' });
  expect((await inBulk('delete')).objects.commands).toHaveLength(3);
  await eventually(async () => expect((await api.call(company.admin, listDevices)).objects).toEqual([]));
});
