import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Failure, MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES } from '@vigil/shared/contract/endpoint';
import { listDevicesInUse, runBulkDeviceAction } from '@vigil/shared/contract/http/device-bulk';
import { createFilter } from '@vigil/shared/contract/http/filters';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { MAX_BULK_DEVICES, MAX_READ_REQUEST_DEVICES } from '@vigil/shared/contract/limits';
import { expect } from 'vitest';
import { apiTest } from '../testing/fixture.ts';
import { addressOf, type TestApi } from '../testing/test-api.ts';
import type { TestCompany } from '../testing/world.ts';

const test = apiTest({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' });
let api: TestApi;
let company: TestCompany;
test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const SIGN_IN = addressOf(signIn);

async function post(url: string, payload: Buffer | string, headers: Record<string, string> = {}, from = '203.0.113.1') {
  const reply = await api.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    payload,
  });
  return reply.statusCode === 200 ? 'ok' : Failure.parse(reply.json()).error.code;
}

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
])('a body that is compressed by %s is refused, with a session and without', async (encoding, compress) => {
  const body = compress(JSON.stringify({ type: '1STEP', mail: 'nobody', pw: 'x' }));
  const headers = { 'content-encoding': encoding };
  expect(await post(SIGN_IN, body, headers)).toBe('unsupported_encoding');
  const token = { token: company.admin };
  expect(await post(addressOf(listDevicesInUse), body, { ...headers, ...token })).toBe('unsupported_encoding');
});

test('the encoding that changes nothing is accepted', async () => {
  const body = JSON.stringify({ type: '1STEP', mail: 'nobody', pw: 'x' });
  expect(await post(SIGN_IN, body, { 'content-encoding': 'Identity' })).toBe('ok');
});

test('a body is as large as its endpoint declares: least where no sign-in is needed, most for lists of devices', async () => {
  expect([signIn.bodyLimit, createFilter.bodyLimit]).toEqual([MAX_PUBLIC_BODY_BYTES, MAX_BODY_BYTES]);
  expect(await post(SIGN_IN, ' '.repeat(MAX_PUBLIC_BODY_BYTES + 1))).toBe('too_large');
  const token = { token: company.admin };
  expect(await post(addressOf(createFilter), ' '.repeat(MAX_BODY_BYTES + 1), token)).toBe('too_large');
  const pksOf = (count: number) => Array<number>(count).fill(2_147_483_647);
  const inUse = JSON.stringify({ device_pks: pksOf(MAX_READ_REQUEST_DEVICES) }, undefined, 0).replaceAll(',', ', ');
  expect(await post(addressOf(listDevicesInUse), inUse, token)).toBe('ok');
  const bulk = JSON.stringify({ action: 'approve', device_pks: pksOf(MAX_BULK_DEVICES) });
  expect(await post(addressOf(runBulkDeviceAction), bulk, token)).not.toBe('too_large');
  expect(await post(addressOf(runBulkDeviceAction), bulk + ' '.repeat(2 * MAX_BODY_BYTES), token)).toBe('too_large');
});

test('an address that sends many bodies that are refused is refused before they are read, and no other', async () => {
  const from = '203.0.113.2';
  const codes = new Set<string>();
  for (let count = 0; count < 300; count += 1) codes.add(await post(SIGN_IN, '{"type":', {}, from));
  expect([...codes]).toEqual(['malformed']);
  expect(await post(SIGN_IN, '{"type":', {}, from)).toBe('too_many_requests');
  expect(await post(SIGN_IN, '{"type":', {}, '203.0.113.3')).toBe('malformed');
  expect(await post(addressOf(listDevicesInUse), '{"device_pks":[1]}', { token: company.admin }, from)).toBe('ok');
});

test('what is read without a sign-in does not ask the limit, so that it works while Redis does not', async () => {
  const from = '203.0.113.4';
  for (let count = 0; count <= 300; count += 1) await post(SIGN_IN, '{', {}, from);
  expect(await post(SIGN_IN, '{', {}, from)).toBe('too_many_requests');
  const reply = await api.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': from } });
  expect(reply.statusCode).toBe(200);
});
