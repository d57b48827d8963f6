import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpPoster } from './http-poster.ts';

/**
 * A receiver of this computer. 127.0.0.2 stands for an address that the operator has named, 127.0.0.1 for one that is
 * private.
 */
async function startReceiver(listener: RequestListener, host = '127.0.0.2') {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, host, listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const allowed = ['127.0.0.2'];
const message = { body: '{"event":"test"}', headers: { 'content-type': 'application/json' } };

test('the body reaches a receiver', async () => {
  let body = '';
  await using receiver = await startReceiver((request, response) => {
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => response.writeHead(204).end());
  });
  expect(await createHttpPoster(allowed)(receiver.url, message)).toEqual({ status: 204, error: '' });
  expect(body).toBe(message.body);
});

test('a private address that nobody named is refused, by its name as well', async () => {
  let calls = 0;
  await using receiver = await startReceiver((_, response) => {
    calls += 1;
    response.end();
  }, '127.0.0.1');
  const post = createHttpPoster(allowed);
  const byName = receiver.url.replace('http://127.0.0.1', 'https://localhost');
  expect(await post(receiver.url.replace('http:', 'https:'), message)).toMatchObject({ error: 'address not allowed' });
  expect(await post(byName, message)).toMatchObject({ status: null, error: 'address not allowed' });
  expect(await post(receiver.url, message)).toMatchObject({ status: null, error: 'https is required' });
  expect(calls).toBe(0);
});

test.each([301, 302, 307, 308])('a redirect (%i) to a private address is not followed', async (status) => {
  let calls = 0;
  await using target = await startReceiver((_, response) => {
    calls += 1;
    response.end();
  }, '127.0.0.1');
  const location = target.url.replace('http:', 'https:');
  await using receiver = await startReceiver((_, response) => response.writeHead(status, { location }).end());
  expect(await createHttpPoster(allowed)(receiver.url, message)).toEqual({ status, error: 'address not allowed' });
  expect(calls).toBe(0);
});

test('redirects to allowed receivers are followed, and end', async () => {
  const bodies: string[] = [];
  await using target = await startReceiver((request, response) => {
    request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
    request.on('end', () => response.end());
  });
  await using receiver = await startReceiver((_, response) => response.writeHead(307, { location: target.url }).end());
  await using circle = await startReceiver((_, response) => response.writeHead(307, { location: '/again' }).end());
  expect(await createHttpPoster(allowed)(receiver.url, message)).toEqual({ status: 200, error: '' });
  expect(bodies).toEqual([message.body]);
  expect(await createHttpPoster(allowed)(circle.url, message)).toEqual({ status: 307, error: 'too many redirects' });
});

test('a receiver that sends garbage without end is left after its first kilobytes', async () => {
  await using receiver = await startReceiver((_, response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(65_536, 'x');
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', write);
    write();
  });
  expect(await createHttpPoster(allowed)(receiver.url, message)).toEqual({ status: 200, error: '' });
});

test('a receiver that is slow, down or no server of HTTP is a failure', async () => {
  await using slow = await startReceiver(() => undefined);
  expect(await createHttpPoster(allowed, { timeoutMs: 50 })(slow.url, message)).toEqual({
    status: null,
    error: 'no answer in time',
  });
  const down = await startReceiver(() => undefined);
  await down[Symbol.asyncDispose]();
  expect(await createHttpPoster(allowed)(down.url, message)).toEqual({ status: null, error: 'ECONNREFUSED' });
  await using failing = await startReceiver((_, response) => response.writeHead(500).end('no'));
  expect(await createHttpPoster(allowed)(failing.url, message)).toEqual({ status: 500, error: 'status 500' });
});

test('a name that is not resolved in time is given up', async () => {
  const lookUp = () => new Promise<never>(() => undefined);
  const post = createHttpPoster([], { timeoutMs: 50, lookUp });
  expect(await post('https://hooks.example/', message)).toEqual({ status: null, error: 'no answer in time' });
});
