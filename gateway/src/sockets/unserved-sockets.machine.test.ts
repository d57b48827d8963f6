import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { Server } from 'socket.io';
import { expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { openSocket } from '../../../tests/support/sockets.ts';
import type { AgentNamespace, AgentSocket } from './sockets.ts';
import { createUnservedSocketCloser } from './unserved-sockets.ts';

test('[LEASE-7] a connected socket that no registry has is counted and closed, and its client connects again', async () => {
  await using stack = new AsyncDisposableStack();
  const http = createServer();
  const server = new Server(http);
  stack.defer(() => server.close());
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const { port } = http.address() as AddressInfo;
  const namespace: AgentNamespace = server.of('/agent');
  const connect = async () => {
    const { socket } = stack.use(await openSocket(`http://127.0.0.1:${port}/agent`));
    socket.io.reconnection(true).reconnectionDelay(20);
    return socket;
  };
  const unheard = await connect();
  const registry = new Set<AgentSocket>();
  namespace.on('connection', (socket) => registry.add(socket));
  const heard = await connect();
  const before = [unheard.id, heard.id];

  const metrics = createMetrics('gateway');
  const unregistered = createUnservedSocketCloser({ metrics, log: createLog('gateway', 'silent') });
  const sweep = () => unregistered.close({ namespace, has: (socket) => registry.has(socket) });
  sweep();
  await eventually(() => expect([...registry].map(({ id }) => id)).toEqual([heard.id, unheard.id]));
  expect([before[0] === unheard.id, before[1] === heard.id]).toEqual([false, true]);
  sweep();
  expect(await metrics.render()).toMatch(/vigil_unregistered_sockets_closed_total\{namespace="\/agent".*\} 1$/m);
});
