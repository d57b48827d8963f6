import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { event } from '@vigil/shared/contract/event';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import type { Socket } from 'socket.io';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createSocketHandlers } from './handlers.ts';

const report = event('report', z.object({ usage: z.object({ cpu: z.number() }) }), {
  ack: z.object({ ok: z.literal(true) }),
});
const budget = { take: () => 0 };

/** Sockets of one gateway, with the lines of its log. */
function openGateway() {
  const lines: Record<string, unknown>[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  };
  const metrics = createMetrics('test');
  const handlersOf = createSocketHandlers({ log: createLog('test', 'info', new Writable({ write })), metrics });
  const connect = (device: number) => {
    const socket = Object.assign(new EventEmitter(), { data: { company: 1, device } });
    return { socket, handlers: handlersOf({ socket: socket as unknown as Socket, budget }) };
  };
  return { lines, metrics, connect };
}

test('a failure that all devices meet is one line, and each of them is answered', async () => {
  const { lines, connect } = openGateway();
  const answers: unknown[] = [];
  for (const device of [1, 2, 3]) {
    const { socket, handlers } = connect(device);
    handlers.on(report, async () => {
      throw new Error('OOM command not allowed');
    });
    await new Promise<void>((resolve) => {
      socket.emit('report', { usage: { cpu: 1 } }, (answer: unknown) => resolve(void answers.push(answer)));
    });
  }
  const internal = { ok: false, error: { code: 'internal' } };
  expect(answers).toEqual([internal, internal, internal]);
  expect(lines).toMatchObject([{ level: 50, event: 'report', msg: 'socket handler failed' }]);
});

test('malformed messages are logged with their device at once, and with their number when the socket ends', async () => {
  const { lines, metrics, connect } = openGateway();
  const { socket, handlers } = connect(7);
  handlers.on(report, () => ({ ok: true }));
  for (const cpu of ['high', 'low', '\uD83D']) socket.emit('report', { usage: { cpu } });
  socket.emit('disconnect');
  const sender = { level: 40, company: 1, device: 7 };
  expect(lines).toMatchObject([
    { ...sender, event: 'report', field: 'usage.cpu', msg: 'malformed message refused' },
    { ...sender, counts: { report: 3 }, msg: 'malformed messages' },
  ]);
  expect(await metrics.render()).toMatch(/vigil_socket_messages_refused_total\{[^}]*code="malformed"[^}]*\} 3/u);
});
