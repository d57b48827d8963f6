import type { AnyEventDefinition } from '@vigil/shared/contract/event';
import { agentUp } from '@vigil/shared/contract/events/agent-up';
import { browserUp } from '@vigil/shared/contract/events/browser-up';
import { isProblemCode } from '@vigil/shared/contract/problems';
import { MAX_SOCKET_PACKET_BYTES } from '@vigil/shared/contract/protocol-version';
import { isStorable } from '@vigil/shared/domain/storable';
import { redisKeys, partitionOf } from '@vigil/shared/platform/redis/keys';
import { parseStreamEntry } from '@vigil/shared/platform/redis/stream';
import fc from 'fast-check';
import { expect } from 'vitest';
import { almostFitting, nasty } from '../../tests/support/arbitrary.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { runsOf } from '../../tests/support/scope.ts';
import type { TestSocket } from '../../tests/support/sockets.ts';
import { gatewayTest } from './testing/fixture.ts';
import { HOME, type TestGateways } from './testing/test-gateway.ts';

const RUNS = { numRuns: runsOf({ usual: 25, all: 80 }), seed: 20_261_121, endOnFailure: true };

const test = gatewayTest();
let gateways: TestGateways;
let agent: TestSocket;
let browser: TestSocket;
let bystander: TestSocket;
let watcher: TestSocket;

test.beforeAll(async ({ gateways: started }) => {
  gateways = started;
  const [fuzzed, other] = [await gateways.addDevice(HOME), await gateways.addDevice(HOME)];
  agent = await gateways.agent(fuzzed);
  bystander = await gateways.agent(other);
  watcher = await gateways.browser((await gateways.session()).token);
  await watcher.ask('watch_fleet', { group_pk: 'all', usage: true });
});

// The budget of one session is less than what all tests send.
test.beforeEach(async () => {
  browser = await gateways.browser((await gateways.session()).token);
});
test.afterEach(() => browser.socket.close());

const usage = { cpu_usage: 1, memory_usage: 1, memory_capacity: 1, memory_uses: 1, hdd_usage: 1, hdd_capacity: 1 };
const sample = { at: 1, ...usage, hdd_uses: 1, cpu_temp: 1, hdd_temp: 1, fan_speed: 1 };

/** Expects that a sample of another agent still reaches a watcher. */
async function expectUndisturbed(): Promise<void> {
  const before = watcher.received('system_usage').length;
  await eventually(() => {
    bystander.socket.emit('system_usage', sample);
    expect(watcher.received('system_usage').length).toBeGreaterThan(before);
  });
  expect([agent, browser, bystander, watcher].map(({ socket }) => socket.connected)).toEqual([true, true, true, true]);
}

/** Expects the declared answer, or a refusal with a known code other than `internal`. */
function checkAnswer(event: AnyEventDefinition, answer: unknown): void {
  const refusal = answer as { ok: false; error: { code: string } } | undefined;
  if (refusal?.ok !== false) return event.ack ? void event.ack.parse(answer) : undefined;
  expect([refusal.error.code, isProblemCode(refusal.error.code)]).toEqual([refusal.error.code, true]);
  expect(refusal.error.code).not.toBe('internal');
}

const events = [
  ...Object.values(agentUp).map((event): [string, AnyEventDefinition, () => TestSocket] => [
    event.name,
    event,
    () => agent,
  ]),
  ...Object.values(browserUp).map((event): [string, AnyEventDefinition, () => TestSocket] => [
    event.name,
    event,
    () => browser,
  ]),
];

test.each(events)(
  '[BAD-1] %s is answered for any payload, and affects no other socket',
  async (name, event, socket) => {
    await fc.assert(
      fc.asyncProperty(almostFitting(event.payload), fc.uint8Array({ maxLength: 40 }), async (payload, bytes) => {
        const args = event.binary ? [payload, Buffer.from(bytes)] : [payload];
        checkAnswer(event, await socket().ask(name, ...args));
      }),
      RUNS,
    );
    await expectUndisturbed();
  },
);

test('[BAD-1] too few, too many and the wrong kind of arguments are answered', async () => {
  for (const [name, event, socket] of events) {
    checkAnswer(event, await socket().ask(name));
    checkAnswer(event, await socket().ask(name, Buffer.alloc(10)));
    checkAnswer(event, await socket().ask(name, {}, {}, [], Buffer.alloc(1), 'x'));
  }
  // The same without an acknowledgement callback.
  for (const [name, , socket] of events) socket().socket.emit(name, null);
  await expectUndisturbed();
});

test('[BAD-1] every entry on the stream can be parsed and stored', async () => {
  const partition = partitionOf(gateways.company);
  const streams = await Promise.all(
    [redisKeys.stream(partition), redisKeys.commandStream(partition)].map((key) =>
      gateways.redis.commands.xRange(key, '-', '+'),
    ),
  );
  const entries = streams.flatMap((stream) => stream ?? []);
  expect(entries.length).toBeGreaterThan(0);
  for (const { id, message } of entries) {
    const entry = parseStreamEntry(id, message);
    expect([message, entry !== null && isStorable(entry.data)]).toEqual([message, true]);
  }
});

test('[BAD-2] an undeclared event is answered with unknown_event', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1 }), nasty, async (name, payload) => {
      const reserved = ['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'];
      if (reserved.includes(name)) return;
      const expected = { ok: false, error: { code: 'unknown_event' } };
      for (const socket of [agent, browser]) expect(await socket.ask(name, payload)).toEqual(expected);
    }),
    RUNS,
  );
  // Events of agents are undeclared for browsers, and the other way round.
  for (const [name, , socket] of events) {
    const other = socket() === agent ? browser : agent;
    expect(await other.ask(name, {})).toMatchObject({ error: { code: 'unknown_event' } });
  }
});

test('[BAD-3] a packet that is too large closes the socket that sent it, and no other', async () => {
  const device = await gateways.addDevice();
  using greedy = await gateways.agent(device);
  greedy.socket.emit('inventory', { hardware: [], software: [], more: 'x'.repeat(MAX_SOCKET_PACKET_BYTES) });
  await eventually(() => expect(greedy.socket.connected).toBe(false));
  await expectUndisturbed();
});
