import { auditCode } from '@vigil/shared/contract/audit-codes';
import { deleteDevice, moveDevices } from '@vigil/shared/contract/http/devices';
import { deleteExport, listExports, postExport } from '@vigil/shared/contract/http/exports';
import { signOut } from '@vigil/shared/contract/http/sign-in';
import { updateUser } from '@vigil/shared/contract/http/user-changes';
import type { DevicePk, ExportId, GroupPk } from '@vigil/shared/contract/ids';
import { exportChunks, exports } from '@vigil/shared/platform/db/schema/exports';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { setIpRules } from '../../testing/policies.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addGroup, addMember, tokenOf } from '../../testing/world.ts';

const test = apiTest();
test.beforeEach(({ api }) => api.resetClock());

const ATTEMPT = '0190a0b0-0000-7000-8000-000000000001';

const ask = (api: TestApi, token: string, body: object = {}) =>
  api.call(token, postExport, { body: { export_id: 'deviceListTable', ...body } });

/** What a worker does. */
async function complete(
  api: TestApi,
  id: ExportId,
  pieces: readonly string[],
  devicePks: DevicePk[] = [],
): Promise<void> {
  await api.deps.database.asSystem(async (tx) => {
    const [row] = await tx
      .update(exports)
      .set({ state: 'ready', attempt: ATTEMPT, changedAt: new Date(), percent: 100, rows: 3, devicePks })
      .where(eq(exports.id, id))
      .returning();
    const companyFk = row?.companyFk as never;
    await tx
      .insert(exportChunks)
      .values(pieces.map((text, n) => ({ companyFk, exportFk: id, attempt: ATTEMPT, n, data: Buffer.from(text) })));
  });
}

test('the same request is the same export until its file was there for a while', async ({ api, company }) => {
  const first = await ask(api, company.admin);
  expect(first).toMatchObject({ status: 200, objects: {}, meta: { percent: 0, rows: 0 } });
  const [second, third] = await Promise.all([ask(api, company.admin), ask(api, company.admin)]);
  expect([second.meta.id, third.meta.id]).toEqual([first.meta.id, first.meta.id]);
  expect((await ask(api, company.admin, { order: 'desc' })).meta.id).not.toBe(first.meta.id);

  await complete(api, first.meta.id, ['a', 'b']);
  const ready = await ask(api, company.admin);
  expect(ready).toMatchObject({ meta: { id: first.meta.id, percent: 100, rows: 3 } });
  expect(ready.objects).toMatchObject({ file_name: expect.stringMatching(/^devices_\d{4}-\d\d-\d\d\.xlsx$/u) });
  api.advance(60_000);
  expect((await ask(api, company.admin)).meta.id).not.toBe(first.meta.id);
});

test('an export that was fetched is written anew when it is asked for again', async ({ api, company }) => {
  const { token } = await addMember(api, company);
  const first = await ask(api, token);
  await complete(api, first.meta.id, ['a']);
  const set = (values: Partial<typeof exports.$inferInsert>) =>
    api.deps.database.asSystem((tx) => tx.update(exports).set(values).where(eq(exports.id, first.meta.id)));
  await set({ changedAt: new Date(api.deps.now()) });
  expect((await ask(api, token)).meta.id).toBe(first.meta.id);
  await set({ downloaded: 1 });
  expect((await ask(api, token)).meta.id).not.toBe(first.meta.id);
});

test('an export that is over says how many devices could not be read', async ({ api, company }) => {
  const member = await addMember(api, company);
  const unread = async () => (await api.call(member.token, listExports)).objects.map((row) => row.unread);
  const { meta } = await ask(api, member.token);
  const set = (values: Partial<typeof exports.$inferInsert>) =>
    api.deps.database.asSystem((tx) => tx.update(exports).set(values).where(eq(exports.id, meta.id)));
  await set({ state: 'running', rows: 2, devicePks: [901, 902, 903, 904, 905] as DevicePk[] });
  expect(await unread()).toEqual([0]);
  await set({ state: 'failed' });
  expect(await unread()).toEqual([3]);
  await set({ state: 'ready', rows: 5 });
  expect(await unread()).toEqual([0]);
});

test('the days of an export are those of the clock of its reader', async ({ api, company }) => {
  const range = { start_date: '2026-11-01', end_date: '2026-11-01 18:00' };
  for (const export_id of ['auditTable', 'approvalTable', 'rankingTable']) {
    const { meta } = await ask(api, company.admin, { export_id, ...range });
    const [row] = await api.deps.database.readAll((tx) => tx.select().from(exports).where(eq(exports.id, meta.id)));
    // In Seoul.
    expect(row?.request).toMatchObject({
      start_date: '2026-10-31T15:00:00.000Z',
      end_date: '2026-11-01T09:00:59.999Z',
    });
  }
});

test('a list is exported by those who may read it', async ({ api, company }) => {
  const plain = await addMember(api, company, { authVal: 7 });
  const reader = await addMember(api, company, { authVal: 8 });
  const basic = await addCompany(api, { type: 'Basic' });
  const kinds = [
    'remoteHistoryTable',
    'fileHistoryTable',
    'alertHistoryTable',
    'accessHistoryTable',
    'deletedHistoryTable',
    'remoteStatisticsTable',
    'alertStatisticsTable',
    'rankingTable',
  ];
  const ofStatistics: Readonly<Record<string, object>> = {
    remoteStatisticsTable: { type: 'monthly', year: 2026 },
    alertStatisticsTable: { type: 'daily', year: 2026, month: 11 },
    rankingTable: { start_date: '2026-11-01', end_date: '2026-11-02' },
  };
  for (const export_id of kinds) {
    const asked = { export_id, ...ofStatistics[export_id] };
    expect((await ask(api, reader.token, asked)).status).toBe(200);
    expect(await ask(api, plain.token, asked)).toMatchObject({ status: 403, error: { detail: 'viewReport' } });
    expect(await ask(api, basic.admin, asked)).toMatchObject({ status: 404, error: { code: 'not_found' } });
  }
  expect(await ask(api, reader.token, { export_id: 'managersTable' })).toMatchObject({ error: { detail: 'isAdmin' } });
  expect((await ask(api, basic.admin, { export_id: 'managersTable' })).status).toBe(200);
  // Who loses the right to reports loses the files of histories.
  expect((await api.call(reader.token, listExports)).objects).toHaveLength(kinds.length);
  await api.call(company.admin, updateUser, { params: { pk: String(reader.pk) }, body: { auth_val: 1 } });
  expect((await api.call(reader.token, listExports)).objects).toEqual([]);
});

test('a chart is exported by its year and month, and its export is audited', async ({ api, company }) => {
  const { token } = await addMember(api, company, { authVal: 8 });
  const chart = { export_id: 'alertStatisticsTable', type: 'daily', year: 2026 };
  expect(await ask(api, token, chart)).toMatchObject({ status: 400, error: { field: 'body.month' } });
  expect((await ask(api, token, { ...chart, month: 2 })).status).toBe(200);
  const name = expect.stringMatching(/^alert_statistics_/u) as unknown;
  expect((await api.call(token, listExports)).objects).toMatchObject([{ file_name: name }]);
  const recorded = await api.deps.database.readAll((tx) =>
    tx
      .select({ value: audits.newValue })
      .from(audits)
      .where(and(eq(audits.companyFk, company.pk), eq(audits.actNameId, auditCode.exported))),
  );
  expect(recorded.map(({ value }) => value)).toContain('alertStatisticsTable');
});

test('an export of a range that ends before it starts is refused', async ({ api, company }) => {
  const range = { start_date: '2026-11-02', end_date: '2026-11-01' };
  for (const export_id of ['auditTable', 'approvalTable', 'rankingTable'])
    expect(await ask(api, company.admin, { export_id, ...range })).toMatchObject({
      status: 422,
      error: { code: 'date_validate_error', field: 'body.end_date' },
    });
  // The list of devices has no dates (decision 116).
  expect((await ask(api, company.admin, range)).status).toBe(200);
});

test('a file is downloaded with the address of its session, for ten minutes, until the session ends', async ({
  api,
  company,
}) => {
  const member = await addMember(api, company);
  const { meta } = await ask(api, member.token);
  await complete(api, meta.id, ['PK-first ', 'second']);
  const { objects } = await api.call(member.token, listExports);
  expect(objects).toMatchObject([{ id: meta.id, state: 'ready', rows: 3 }]);
  const url = objects[0]?.download_url ?? '';
  const get = async (address = url) => {
    const { statusCode, body, headers } = await api.app.inject(address);
    return { statusCode, body, headers };
  };
  expect(await get()).toMatchObject({
    statusCode: 200,
    body: 'PK-first second',
    headers: {
      'cache-control': 'no-store',
      'content-length': '15',
      'content-disposition': expect.stringMatching(/^attachment; filename="devices_.*\.xlsx"$/u),
    },
  });
  expect((await api.call(member.token, listExports)).objects).toMatchObject([{ downloaded: 1 }]);
  expect((await get(url.replace(/.$/u, (last) => (last === '0' ? '1' : '0')))).statusCode).toBe(404);
  expect((await get(url.replace(/\?.*/u, ''))).statusCode).toBe(404);
  const { meta: other } = await ask(api, company.admin, { by: 'mac_addr' });
  await complete(api, other.id, ['theirs']);
  expect((await get(url.replace(meta.id, other.id))).statusCode).toBe(404);

  await api.call(member.token, signOut);
  expect((await get()).statusCode).toBe(404);
  const again = await tokenOf(api, member.id);
  const fresh = (await api.call(again, listExports)).objects[0]?.download_url ?? '';
  expect((await get(fresh)).statusCode).toBe(200);
  api.advance(11 * 60_000);
  expect((await get(fresh)).statusCode).toBe(404);
});

test('an export is seen, cancelled and deleted by its user only', async ({ api, company }) => {
  const [owner, other] = [await addMember(api, company), await addMember(api, company)];
  const { meta } = await ask(api, owner.token);
  expect((await api.call(other.token, listExports)).objects).toEqual([]);
  const params = { id: meta.id };
  expect((await api.call(other.token, deleteExport, { params })).status).toBe(404);
  expect((await api.call(owner.token, deleteExport, { params })).status).toBe(200);
  expect((await api.call(owner.token, listExports)).objects).toEqual([]);
});

test('a file is not downloaded from an address that the company does not admit', async ({ api, company }) => {
  const member = await addMember(api, company);
  const { meta } = await ask(api, member.token);
  await complete(api, meta.id, ['PK']);
  const url = (await api.call(member.token, listExports)).objects[0]?.download_url ?? '';
  const statusFrom = async (remoteAddress: string) => (await api.app.inject({ url, remoteAddress })).statusCode;
  expect(await statusFrom('203.0.113.9')).toBe(200);
  await setIpRules(api, company, { block: 1, subnets: ['203.0.113.0/24'] });
  expect([await statusFrom('203.0.113.9'), await statusFrom('198.51.100.7')]).toEqual([404, 200]);
});

test('a file that tells of a device out of sight is withdrawn, and is back when the device is', async ({
  api,
  company,
}) => {
  const [here, there] = [await addGroup(api, company, 'Here'), await addGroup(api, company, 'There')];
  const [device] = await addDevices(api, { company, group: here }, 1);
  const [gone] = await addDevices(api, { company, group: here }, 1);
  const pk = device?.pk as DevicePk;
  const member = await addMember(api, company, { groups: [here] });
  const { meta } = await ask(api, member.token);
  await complete(api, meta.id, ['file'], [pk, gone?.pk as DevicePk]);
  const list = async (token: string) => (await api.call(token, listExports)).objects;
  const url = (await list(member.token))[0]?.download_url ?? '';
  const status = async () => (await api.app.inject(url)).statusCode;
  expect(await status()).toBe(200);
  await api.call(company.admin, deleteDevice, { params: { pk: String(gone?.pk) } });
  expect(await status()).toBe(200);

  const move = (to: GroupPk) =>
    api.call(company.admin, moveDevices, { body: { device_pk: pk, new_device_group_fk: to } });
  await move(there);
  expect([await status(), await list(member.token)]).toEqual([404, []]);
  expect((await ask(api, member.token)).meta.id).not.toBe(meta.id);
  await move(here);
  expect(await status()).toBe(200);
});

test('the audit is exported by administrators only, and not offered to one who is none any more', async ({
  api,
  company,
}) => {
  const member = await addMember(api, company, { authVal: 15 });
  const audit = { export_id: 'auditTable', search_value: 'kim' };
  const refused = await ask(api, member.token, audit);
  expect([refused.status, refused.error?.reason]).toEqual([403, 'role']);
  const { meta } = await ask(api, company.admin, audit);
  await complete(api, meta.id, ['file']);
  const [row] = (await api.call(company.admin, listExports)).objects.filter(({ id }) => id === meta.id);
  expect(row).toMatchObject({
    export_id: 'auditTable',
    file_name: expect.stringMatching(/^audit_\d{4}-\d\d-\d\d\.xlsx$/u),
  });
  await api.deps.database.asSystem((tx) =>
    tx.update(exports).set({ userFk: member.pk }).where(eq(exports.id, meta.id)),
  );
  expect((await api.call(member.token, listExports)).objects).toEqual([]);
});
