import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { createLog } from '@vigil/shared/platform/log';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { startRedis } from '../../tests/support/redis.ts';
import { reservePort, reservePorts } from '../../tests/support/reserved-ports.ts';
import { openSocket } from '../../tests/support/sockets.ts';
import { startTestGateways, type TestGateways } from './testing/test-gateway.ts';

let gateways: TestGateways;
beforeAll(async () => {
  gateways = await startTestGateways();
});
afterAll(() => gateways[Symbol.asyncDispose]());

/** Sends a path as it is, without normalizing it. */
const get = (base: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const sent = request({ hostname, port, path, headers, agent: false }, (reply) => {
      reply
        .toArray()
        .then(
          (chunks) => resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks as Buffer[]).toString() }),
          reject,
        );
    });
    // A refused upgrade may end the connection without a reply.
    sent.on('error', () => resolve({ status: 0, text: '' }));
    sent.end();
  });

const internalPaths = ['/metrics', '/%6detrics', '//metrics', '/METRICS', '/metrics?x=1', '/socket.io/../metrics'];

test.for(internalPaths)('the public port does not serve %s', async (path) => {
  for (const headers of [{}, { connection: 'upgrade', upgrade: 'websocket' }]) {
    const { status, text } = await get(gateways.urls[0] ?? '', path, headers);
    expect(status).not.toBe(200);
    expect(text).not.toContain('process_cpu');
  }
});

test('the public port says whether it is ready; the operators’ address says why, and serves metrics', async () => {
  const [open = '', operators = ''] = [gateways.urls[0], gateways.operatorUrls[0]];
  expect(await get(open, '/readyz')).toEqual({ status: 200, text: '{"ready":true}' });
  expect(await get(operators, '/readyz')).toEqual({ status: 200, text: '{"ready":true,"checks":{"redis":true}}' });
  expect((await get(operators, '/metrics')).text).toContain('vigil_agents_connected');
});

test('the port is closed until everything that admits and handles sockets is in place', async () => {
  await using reserved = await reservePort();
  const { port } = reserved;
  const attempts: (string | undefined)[] = [];
  const attempt = async () => {
    const socket = connect({ host: '127.0.0.1', port });
    attempts.push(
      await once(socket, 'connect').then(
        () => 'open',
        (cause: unknown) => (cause as NodeJS.ErrnoException).code,
      ),
    );
    socket.destroy();
  };
  // The parts of a gateway subscribe one after the other while it starts.
  await using started = await startTestGateways({ port, onSubscribe: attempt });
  expect(attempts.length).toBeGreaterThan(1);
  expect(new Set(attempts)).toEqual(new Set(['ECONNREFUSED']));
  expect(await get(started.urls[0] ?? '', '/readyz')).toMatchObject({ status: 200 });
});

test('no socket without proof gets in while the lease cannot be written, nor afterwards', async () => {
  await using reserved = await reservePorts(1);
  const [port = 0] = reserved.ports;
  await using redisServer = await startRedis();
  await using redis = await connectRedis(redisServer.url, createLog('gateway', 'silent'));
  const connectTo = async (namespace: string) => {
    using _socket = await openSocket(`http://127.0.0.1:${port}${namespace}`);
    return 'admitted';
  };
  const outcomes = () => Promise.all(['/agent', '/console'].map((namespace) => connectTo(namespace).catch(String)));

  await redisServer.ask('CLIENT', 'PAUSE', '60000', 'WRITE');
  const starting = startTestGateways({ port, redisServer });
  // The only SET of a start is that of the lease.
  await eventually(async () => expect((await redis.commands.clientList()).map(({ cmd }) => cmd)).toContain('set'));
  expect(await outcomes()).toEqual(['Refused: websocket error', 'Refused: websocket error']);

  await redisServer.ask('CLIENT', 'UNPAUSE');
  await using _started = await starting;
  expect(await outcomes()).toEqual(['Refused: credential_invalid', 'Refused: session_invalid']);
});
