import { expect } from 'vitest';
import { storeFrame, packFrame } from '@vigil/shared/platform/redis/frames';
import { apiTest } from '../../testing/fixture.ts';
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
const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  [device, empty] = (await addDevices(api, { company }, 2)) as [TestDevice, TestDevice];
  const header = { device_pk: device.pk, at: 1_700_000_000_000, width: 320, height: 180, ext: 'jpg' as const };
  await storeFrame(api.deps.redis, company.pk, { header, packed: packFrame({ header, bytes }) });
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
  expect(reply.rawPayload).toEqual(bytes);
  const etag = String(reply.headers.etag);
  const again = await get(`${device.guid}.jpg`, { token: company.admin, 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
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
