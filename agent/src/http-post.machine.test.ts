import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { postJson } from './http-post.ts';
import { shortReasonOf } from './log.ts';

const never = new AbortController().signal;

async function startServer(handle: RequestListener) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a redirect that keeps the method is followed with the body', async () => {
  await using server = await startServer((request, reply) => {
    if (request.url === '/old') reply.writeHead(308, { location: '/new' }).end();
    else request.pipe(reply.writeHead(201));
  });
  expect(await postJson(`${server.url}/old`, '{"a":1}', never)).toMatchObject({ status: 201, text: '{"a":1}' });
});

test('a redirect to a plain address elsewhere is not followed', async () => {
  let asked = 0;
  await using other = await startServer((_request, reply) => void ((asked += 1), reply.end()));
  await using server = await startServer((_request, reply) => void reply.writeHead(307, { location: other.url }).end());
  expect(await postJson(server.url, '{}', never)).toMatchObject({ status: 307 });
  expect(asked).toBe(0);
});

test('a redirect to another host is not followed, encrypted or not', async () => {
  for (const location of ['https://localhost:1/', 'http://localhost:1/', 'https://vigil.example/']) {
    await using server = await startServer((_request, reply) => void reply.writeHead(308, { location }).end());
    expect(await postJson(server.url, '{}', never)).toMatchObject({ status: 308 });
  }
});

test('endless redirects end with the redirect as the reply', async () => {
  await using server = await startServer((_request, reply) => void reply.writeHead(307, { location: '/' }).end());
  expect(await postJson(server.url, '{}', never)).toMatchObject({ status: 307 });
});

test.each([
  ['before', () => undefined],
  ['in the middle of', (_request: unknown, reply: { write(text: string): void }) => reply.write('{')],
] as const)('an abort %s the reply rejects', async (_when, handle) => {
  await using server = await startServer(handle);
  await expect(postJson(server.url, '{}', AbortSignal.timeout(200))).rejects.toThrow(/abort|timeout/i);
});

test('an unreachable server rejects with a reason', async () => {
  const url = await (async () => {
    await using server = await startServer(() => undefined);
    return server.url;
  })();
  const reason = await postJson(url, '{}', never).then(() => '', shortReasonOf);
  expect(reason).toContain('ECONNREFUSED');
});
