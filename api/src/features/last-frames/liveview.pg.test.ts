import { listDevices } from '@vigil/shared/contract/http/devices';
import { lastFrames } from '@vigil/shared/platform/db/schema/devices';
import { blurRegionsHash } from '@vigil/shared/platform/fleet/blur-regions-hash';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { removeLastFrame, readSealedFrame } from '@vigil/shared/platform/redis/last-frames';
import { sampleFrame } from '@vigil/shared/platform/redis/last-frames.test-support';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import { saveSettings } from '../../testing/function-settings.ts';
import { storeFrameOf } from '../../testing/last-frames.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addMember,
  guestTokenOf,
  type TestCompany,
  type TestDevice,
} from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let device: TestDevice;
let empty: TestDevice;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  [device, empty] = (await addDevices(api, { company }, 2)) as [TestDevice, TestDevice];
  await storeFrameOf(api, company, device.pk);
});

const get = (file: string, headers: Record<string, string> = { token: company.admin }) =>
  api.app.inject({ method: 'GET', url: `/liveview/${file}`, headers });

test('a guest sees the last frame', async () => {
  const { statusCode } = await get(`${device.guid}.jpg`, { token: await guestTokenOf(api, company) });
  expect(statusCode).toBe(200);
});

test('the last frame is served as stored, and not again to a client that has it', async () => {
  const reply = await get(`${device.guid}.jpg?t=1`);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(reply.rawPayload).toEqual(sampleFrame);
  const etag = String(reply.headers.etag);
  const again = await get(`${device.guid}.jpg`, { token: company.admin, 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('a stored frame tells how long ago the screen looked like that', async () => {
  const [seen] = (await addDevices(api, { company }, 1)) as [TestDevice];
  const now = Date.now();
  await storeFrameOf(api, company, seen.pk, { capturedAt: now - 300_000, seenAt: now - 60_000 });
  const reply = await get(`${seen.guid}.jpg`);
  const ageMs = Number(reply.headers['frame-age']);
  expect(ageMs).toBeGreaterThanOrEqual(60_000);
  expect(ageMs).toBeLessThan(300_000);
});

test('without a frame or device, or with a malformed name: 404', async () => {
  const names = [`${empty.guid}.jpg`, '00000000-0000-4000-8000-000000000000.jpg', `${'-'.repeat(36)}.jpg`, 'x.jpg'];
  for (const name of [...names, `${device.guid}.exe`]) {
    const reply = await get(name);
    expect([name, reply.statusCode, reply.json()]).toMatchObject([name, 404, { error: { code: 'not_found' } }]);
  }
});

test('pictures need their right, a licence that has them, and sight of the device', async () => {
  const plain = await addMember(api, company, { groups: [company.home] });
  const blind = await addMember(api, company, { authThumbnailview: 1 });
  const viewer = await addMember(api, company, { authThumbnailview: 1, groups: [company.home] });
  const basic = await addCompany(api, { type: 'Basic' });
  const name = `${device.guid}.jpg`;
  expect((await get(name, { token: plain.token })).json()).toMatchObject({ error: { detail: 'CSThumbnailView' } });
  expect((await get(name, { token: basic.admin })).json()).toMatchObject({ error: { reason: 'licence' } });
  expect((await get(name, { token: blind.token })).statusCode).toBe(404);
  expect((await get(name, { token: viewer.token })).statusCode).toBe(200);
  expect((await get(name, {})).statusCode).toBe(401);
});

/** A company of its own, with a device that has a frame. */
async function addShown() {
  const own = await addCompany(api);
  const [shown] = (await addDevices(api, { company: own }, 1)) as [TestDevice];
  await storeFrameOf(api, own, shown.pk);
  const owner = { company: own.pk, device: shown.pk };
  const status = async () => (await get(`${shown.guid}.jpg`, { token: own.admin })).statusCode;
  const listed = async () => (await api.call(own.admin, listDevices)).objects[0]?._ext;
  expect([await status(), await listed()]).toEqual([200, 'jpg']);
  return { own, shown, owner, status, listed };
}

interface Row {
  readonly owner: Awaited<ReturnType<typeof addShown>>['owner'];
  readonly seenAt: number;
  readonly hiddenAreas?: string;
}

/** As the workers save it. */
async function saveRow({ owner, seenAt, hiddenAreas = '' }: Row) {
  const sealed = await readSealedFrame(api.deps.redis, owner);
  if (!sealed) throw new Error('no frame');
  const times = { capturedAt: new Date(seenAt), seenAt: new Date(seenAt) };
  await api.deps.database.asSystem((tx) =>
    tx
      .insert(lastFrames)
      .values({ companyFk: owner.company, deviceFk: owner.device, ext: 'jpg', ...times, hiddenAreas, sealed }),
  );
}

test('what is stored is encrypted for its device', async () => {
  const { owner } = await addShown();
  const sealed = await readSealedFrame(api.deps.redis, owner);
  expect(sealed?.includes(sampleFrame)).toBe(false);
  expect(sealed?.includes('width')).toBe(false);
  // Swapped with that of another device, it is not shown.
  const other = await addShown();
  await api.deps.redis.commands.set(redisKeys.lastFrame(other.owner.company, other.owner.device), sealed ?? '');
  expect(await other.status()).toBe(404);
});

test('without Redis the frame of the database is shown, until its time has ended', async () => {
  const { owner, status } = await addShown();
  await saveRow({ owner, seenAt: Date.now() });
  await removeLastFrame(api.deps.redis, owner, null);
  expect(await status()).toBe(200);
  const old = new Date(Date.now() - 10 * 60_000);
  const seen = eq(lastFrames.deviceFk, owner.device);
  await api.deps.database.asSystem((tx) => tx.update(lastFrames).set({ seenAt: old }).where(seen));
  expect(await status()).toBe(404);
});

test('a frame is not served once the company, the configuration or the approval forbids it, and listed until it is deleted', async () => {
  const { own, shown, owner, status, listed } = await addShown();
  await saveRow({ owner, seenAt: Date.now() });
  await saveSettings(api, own, { pictures: 0 });
  expect(await status()).toBe(404);
  await saveSettings(api, own, { pictures: 1, picture_retention: 0 });
  expect(await status()).toBe(404);
  await saveSettings(api, own, { picture_retention: 1_440 });
  expect(await status()).toBe(200);

  const system = (query: ReturnType<typeof sql>) => api.deps.database.asSystem((tx) => tx.execute(query));
  const [config] = await system(sql`
    insert into app_configs (company_fk, config_name, config) values (${own.pk}, 'Private', '{"capture_never": 1}') returning pk`);
  await system(sql`update device_groups set app_config_fk = ${config?.['pk']} where company_fk = ${own.pk}`);
  expect(await status()).toBe(404);
  await system(sql`update device_groups set app_config_fk = null where company_fk = ${own.pk}`);
  expect(await status()).toBe(200);

  await system(sql`update devices set approval = 0 where pk = ${shown.pk}`);
  expect(await status()).toBe(404);
  await system(sql`update devices set approval = 1 where pk = ${shown.pk}`);
  expect([await status(), await listed()]).toEqual([200, 'jpg']);
  await removeLastFrame(api.deps.redis, owner, null);
  await eventually(async () => expect(await listed()).toBeNull());
});

test('a frame from before an area was hidden is not served, before it is deleted', async () => {
  const { own, shown, owner, status } = await addShown();
  await saveRow({ owner, seenAt: Date.now() });
  const values = { blur_regions: [{ x: 0, y: 0, width: 50, height: 50 }] };
  const system = (query: ReturnType<typeof sql>) => api.deps.database.asSystem((tx) => tx.execute(query));
  const [config] = await system(sql`
    insert into app_configs (company_fk, config_name, config)
    values (${own.pk}, 'Hidden', ${JSON.stringify(values)}::jsonb) returning pk`);
  await system(sql`update device_groups set app_config_fk = ${config?.['pk']} where company_fk = ${own.pk}`);
  expect(await status()).toBe(404);
  await storeFrameOf(api, own, shown.pk, { hiddenAreas: blurRegionsHash(values) });
  expect(await status()).toBe(200);
  // Without Redis that of the database counts.
  const seen = eq(lastFrames.deviceFk, owner.device);
  await removeLastFrame(api.deps.redis, owner, null);
  expect(await status()).toBe(404);
  const hiddenAreas = blurRegionsHash(values);
  await api.deps.database.asSystem((tx) => tx.update(lastFrames).set({ hiddenAreas }).where(seen));
  expect(await status()).toBe(200);
  await system(sql`update device_groups set app_config_fk = null where company_fk = ${own.pk}`);
  expect(await status()).toBe(200);
});
