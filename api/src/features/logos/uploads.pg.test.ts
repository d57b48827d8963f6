import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Failure } from '@vigil/shared/contract/endpoint';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { deleteLogo } from '@vigil/shared/contract/http/uploads';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import sharp from 'sharp';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember, type TestCompany } from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;

test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#1864ab' } });
const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><rect width="100%" height="100%"/></svg>',
);

async function upload(bytes: Buffer, { token = company.admin, type = 'logo', name = 'logo.png', to = api } = {}) {
  const form = new FormData();
  form.set('type', type);
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  const encoded = new Response(form);
  const reply = await to.app.inject({
    method: 'POST',
    url: `${API_BASE}/file_upload`,
    headers: { token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  const answer: unknown = reply.json();
  if (reply.statusCode !== 200) return { url: '', code: Failure.parse(answer).error.code };
  return { url: (answer as { objects: { url: string } }).objects.url, code: null };
}

const show = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });
const shown = async (url: string) => {
  const reply = await show(url);
  const { width, height, format } = await sharp(reply.rawPayload).metadata();
  return { status: reply.statusCode, type: reply.headers['content-type'], width, height, format };
};
const ofProfile = async () => (await api.call(company.admin, readProfile)).objects[0]?.logo_url;

test.each([
  ['PNG', () => picture(1_200, 300).png().toBuffer(), [400, 100]],
  ['JPEG', () => picture(600, 600).jpeg().toBuffer(), [120, 120]],
  ['WebP that is small already', () => picture(90, 30).webp().toBuffer(), [90, 30]],
])('a %s becomes a picture that fits the header, independent of its file name', async (_, make, [width, height]) => {
  const { url } = await upload(await make(), { name: 'logo.txt' });
  expect(await shown(url)).toEqual({ status: 200, type: 'image/png', width, height, format: 'png' });
  expect(await ofProfile()).toBe(url);
});

test('a drawing is refused, also when it is compressed or named as a picture', async () => {
  for (const bytes of [DRAWING, gzipSync(DRAWING), Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), DRAWING])])
    expect((await upload(bytes)).code).toBe('unsupported_file');
});

test('a browser caches a logo until it changes', async () => {
  const { url } = await upload(await picture(100, 30).png().toBuffer());
  const reply = await show(url);
  expect(reply.headers['cache-control']).toContain('immutable');
  expect((await show(url, { 'if-none-match': String(reply.headers['etag']) })).statusCode).toBe(304);
  const { url: next } = await upload(await picture(100, 40).png().toBuffer());
  expect(next).not.toBe(url);
  expect((await show(url)).statusCode).toBe(404);
});

test('a logo cannot be found without its full address', async () => {
  await upload(await picture(10, 10).png().toBuffer());
  for (const path of [`/logo/${company.pk}`, `/logo/${company.pk}?v=1`, '/logo/x?v=1', '/logo/999999?v=1'])
    expect((await show(path)).statusCode).toBe(404);
});

test('a file that is not a supported picture is refused', async () => {
  const gif = await picture(10, 10).gif().toBuffer();
  const cut = (await picture(300, 300).png().toBuffer()).subarray(0, 60);
  for (const bytes of [Buffer.from('<html><script>1</script></html>'), gif, cut, Buffer.alloc(0)])
    expect((await upload(bytes)).code).toBe('unsupported_file');
});

test('a file over two megabytes is refused', async () => {
  expect((await upload(Buffer.alloc(2 * 1_024 * 1_024 + 1))).code).toBe('too_large');
});

test('only the administrator changes the logo', async () => {
  const member = await addMember(api, company, { useApprovalFunction: 1, memberTypeId: 6 });
  const bytes = await picture(10, 10).png().toBuffer();
  expect((await upload(bytes, { token: member.token })).code).toBe('not_allowed');
  expect((await api.call(member.token, deleteLogo)).error?.code).toBe('not_allowed');
});

test('a form of another kind, or without a file, is refused', async () => {
  expect((await upload(await picture(10, 10).png().toBuffer(), { type: 'package' })).code).toBe('malformed');
  const headers = { token: company.admin, 'content-type': 'application/json' };
  const reply = await api.app.inject({ method: 'POST', url: `${API_BASE}/file_upload`, headers, payload: '{}' });
  expect(Failure.parse(reply.json()).error.code).toBe('malformed');
});

test.each([
  [
    'that is cut off',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nab',
  ],
  ['whose boundary is not declared', 'multipart/form-data', '--x\r\n\r\n--x--'],
  ['without its boundary', 'multipart/form-data; boundary=x', 'no form at all'],
  ['without anything', 'multipart/form-data; boundary=x', ''],
])('a form %s is malformed', async (_, type, payload) => {
  const headers = { token: company.admin, 'content-type': type };
  const reply = await api.app.inject({ method: 'POST', url: `${API_BASE}/file_upload`, headers, payload });
  expect(Failure.parse(reply.json()).error.code).toBe('malformed');
});

test('a compressed form is refused and not waited for', async () => {
  const headers = {
    token: company.admin,
    'content-type': 'multipart/form-data; boundary=x',
    'content-encoding': 'gzip',
  };
  const payload = randomBytes(100_000);
  const reply = await api.app.inject({ method: 'POST', url: `${API_BASE}/file_upload`, headers, payload });
  expect(Failure.parse(reply.json()).error.code).toBe('unsupported_encoding');
});

test('after its removal the default logo is used', async () => {
  const { url } = await upload(await picture(10, 10).png().toBuffer());
  expect((await api.call(company.admin, deleteLogo)).status).toBe(200);
  expect([await ofProfile(), (await show(url)).statusCode]).toEqual(['', 404]);
});

test('an account uploads ten logos in ten minutes', async () => {
  await using strict = await startTestApi({ RATE_LIMIT_FACTOR: '1' });
  const { admin } = await addCompany(strict);
  const bytes = await picture(10, 10).png().toBuffer();
  const codes: (string | null)[] = [];
  for (let count = 0; count < 11; count += 1) codes.push((await upload(bytes, { token: admin, to: strict })).code);
  expect(codes).toEqual([...Array<null>(10).fill(null), 'too_many_requests']);
});
