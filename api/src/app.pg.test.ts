import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Failure, MAX_PUBLIC_BODY_BYTES } from '@vigil/shared/contract/endpoint';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import fastify from 'fastify';
import { expect } from 'vitest';
import * as z from 'zod';
import { within } from '../../tests/support/within.ts';
import { registerAccessCheck } from './identity/sessions/access-check.ts';
import { apiTest } from './testing/fixture.ts';
import type { TestApi } from './testing/test-api.ts';
import type { TestCompany } from './testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;

test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const json = { 'content-type': 'application/json' };
const post = async (path: string, payload: string, headers: Record<string, string> = {}) => {
  const reply = await api.app.inject({
    method: 'POST',
    url: `${API_BASE}${path}`,
    headers: { ...json, ...headers },
    payload,
  });
  return { status: reply.statusCode, error: Failure.parse(reply.json()).error };
};

test('what is not JSON, is too large or is of another type is refused with a code', async () => {
  expect(await post('/login', '{"type":')).toMatchObject({ status: 400, error: { code: 'malformed' } });
  expect(await post('/login', '')).toMatchObject({ status: 400, error: { code: 'malformed' } });
  const large = JSON.stringify({ type: '1STEP', mail: 'a', pw: 'x'.repeat(MAX_PUBLIC_BODY_BYTES) });
  expect(await post('/login', large)).toMatchObject({ status: 413, error: { code: 'too_large' } });
  const xml = { 'content-type': 'application/xml' };
  expect(await post('/login', '<a/>', xml)).toMatchObject({ status: 400, error: { code: 'malformed' } });
});

test('a request whose body does not arrive is ended at its deadline', async () => {
  for (const { server } of [api.app, api.operatorsApp]) {
    expect(server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 10_000 });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    Object.assign(server, { requestTimeout: 100, headersTimeout: 100 });
    const tcp = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    tcp.on('data', (bytes) => (answer += bytes.toString()));
    tcp.write(
      `POST ${API_BASE}/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    await within('the request is ended', once(tcp, 'close'), { timeout: 15_000 }).finally(() => tcp.destroy());
    expect(answer).toContain(' 408 ');
  }
});

test('a refusal names the field', async () => {
  expect((await post('/login', '{"type":"1STEP","mail":"a"}')).error.field).toBe('body.pw');
});

test('an undeclared path is not found, with a code', async () => {
  expect(await post('/no/such/thing', '{}')).toMatchObject({ status: 404, error: { code: 'not_found' } });
});

test('a malformed URL is refused with a code', async () => {
  for (const path of ['%', '%ED%A0%80', 'x'.repeat(200)]) {
    const reply = await api.app.inject(`${API_BASE}/devices/${path}`);
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { error: { code: 'malformed' } }]);
  }
});

test.each([
  ['ko', '요청 형식이 올바르지 않습니다.'],
  ['ja-JP,en;q=0.5', 'リクエストの形式が正しくありません。'],
  ['fr, en', 'The request is malformed.'],
  ['fr', 'The request is malformed.'],
])('a client with Accept-Language %s gets its message in a supported language', async (language, message) => {
  expect((await post('/login', '{', { 'accept-language': language })).error.message).toBe(message);
});

test('a route that declares no access stops the start', async () => {
  const app = fastify();
  await registerAccessCheck(app, api.deps, { isBlocked: () => false });
  app.get('/open-by-mistake', async () => 'all of it');
  await expect(app.ready()).rejects.toThrow('GET /open-by-mistake does not declare who may call it');
});

test('the document describes what is there', async () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.unknown()) })
    .parse((await api.app.inject(`${API_BASE}/openapi.json`)).json());
  expect(paths).toHaveProperty([`${API_BASE}/devices/{pk}`, 'delete']);
  const bodyOf = (path: string) => [`${API_BASE}${path}`, 'post', 'requestBody'];
  expect(paths).toHaveProperty([...bodyOf('/login'), 'content', 'application/json']);
  expect(paths).not.toHaveProperty(bodyOf('/logout'));
  expect(paths).toHaveProperty([...bodyOf('/file_upload'), 'content'], {
    'multipart/form-data': {
      schema: expect.objectContaining({
        properties: {
          type: { type: 'string', const: 'logo' },
          file: { type: 'string', format: 'binary', contentEncoding: 'binary' },
        },
      }),
    },
  });
});

test('the document is valid OpenAPI, and names the scope of API tokens for each call that takes them', async () => {
  const document: unknown = (await api.app.inject(`${API_BASE}/openapi.json`)).json();
  const { valid, errors } = await new Validator().validate(document as Record<string, unknown>);
  expect([valid, errors]).toEqual([true, undefined]);
  const securityOf = (path: string, method: string) => ['paths', `${API_BASE}${path}`, method, 'security'];
  expect(document).toHaveProperty(securityOf('/devices', 'get'), [{ token: [] }, { api_token: ['read'] }]);
  expect(document).toHaveProperty(securityOf('/sessions', 'get'), [{ token: [] }]);
  expect(document).toHaveProperty(securityOf('/login', 'post'), []);
  expect(document).toHaveProperty(
    ['components', 'securitySchemes', 'api_token'],
    expect.objectContaining({ type: 'http', scheme: 'bearer' }),
  );
});

test('the Authorization header is accepted, too', async () => {
  const headers = { authorization: `Bearer ${company.admin}` };
  expect((await api.app.inject({ url: `${API_BASE}/user/0`, headers })).statusCode).toBe(200);
});
