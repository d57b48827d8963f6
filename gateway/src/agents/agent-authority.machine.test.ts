import { randomUUID } from 'node:crypto';
import { redisKeys, partitionOf } from '@vigil/shared/platform/redis/keys';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { gatewayTest } from '../testing/fixture.ts';
import { exampleSystemInfo } from '../testing/system-info.ts';
import { usageSample, type TestGateways } from '../testing/test-gateway.ts';

const test = gatewayTest();
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const usage = usageSample();

const processRow = { name: 'init', pid: 1, cpu_usage: 0, memory_usage: 0 };

/** The entries of one kind on their durable stream, in order. */
async function streamed(kind: string): Promise<{ device: number }[]> {
  const partition = partitionOf(gateways.company);
  const key = kind === 'command' ? redisKeys.commandStream(partition) : redisKeys.stream(partition);
  const entries = await gateways.redis.commands.xRange(key, '-', '+');
  return (entries ?? [])
    .filter(({ message }) => message['kind'] === kind)
    .map(({ message }) => JSON.parse(message['data'] ?? '') as { device: number });
}

const fieldsOf = async (key: string) => Object.keys(await gateways.redis.commands.hGetAll(key)).map(Number);

test('[HELLO-6] a socket reports for the device of its handshake, even if its messages name another', async () => {
  const own = await gateways.addDevice();
  const other = await gateways.addDevice();
  const isOurs = (pk: number) => pk === own.pk || pk === other.pk;
  using agent = await gateways.agent(own);
  const otherDevice = { device: other.pk, device_pk: other.pk, pk: other.pk, guid: other.guid };
  const id = randomUUID();
  agent.socket.emit('alive', { ...exampleSystemInfo, ...otherDevice });
  agent.socket.emit('system_usage', { ...usage, ...otherDevice });
  expect(await agent.ask('inventory', { hardware: [], software: [], ...otherDevice })).toEqual({ ok: true });
  expect(await agent.ask('command_progress', { id, state: 'done', ...otherDevice })).toEqual({ ok: true });
  const action = { session: randomUUID(), at: Date.now(), act_name_id: 31, new_value: '22:00', ...otherDevice };
  expect(await agent.ask('action_reported', action)).toEqual({ ok: true });
  // Only what no server sees may be reported.
  for (const act_name_id of [1, 13, 36])
    expect(await agent.ask('action_reported', { ...action, act_name_id })).toMatchObject({
      error: { code: 'malformed' },
    });
  for (const kind of ['system_info', 'inventory', 'command', 'action_reported'])
    await eventually(async () =>
      expect([kind, (await streamed(kind)).filter(({ device }) => isOurs(device))]).toMatchObject([
        kind,
        [{ device: own.pk }],
      ]),
    );
  for (const key of [redisKeys.usage(gateways.company), redisKeys.systemTimes(gateways.company)])
    await eventually(async () => expect((await fieldsOf(key)).filter(isOurs)).toEqual([own.pk]));
});

test('[HELLO-6] a process list is relayed for the device of the handshake only', async () => {
  const own = await gateways.addDevice();
  const other = await gateways.addDevice();
  const { token } = await gateways.session();
  using ownViewer = await gateways.browser(token);
  using otherViewer = await gateways.browser(token);
  for (const [viewer, { pk }] of [
    [ownViewer, own],
    [otherViewer, other],
  ] as const)
    await eventually(async () => expect(await viewer.ask('watch_device', { pk })).toEqual({ ok: true }));
  using agent = await gateways.agent(own);
  await eventually(() => {
    agent.socket.emit('processes', { at: 1, rows: [processRow], total: 5, device_pk: other.pk });
    expect(ownViewer.received('processes').length).toBeGreaterThan(0);
  });
  expect(ownViewer.received('processes')[0]).toMatchObject({ device_pk: own.pk, total: 5 });
  expect((await streamed('processes'))[0]).toMatchObject({ device: own.pk, total: 5 });
  expect(otherViewer.received('processes')).toEqual([]);
});

test.each([
  ['watch_fleet', { group_pk: 'all', usage: true }],
  ['watch_device', { pk: 1 }],
  ['watch_thumbnails', { devices: [1], width: 320, interval_ms: 1_000 }],
])('[HELLO-6] an agent’s socket cannot use %s of the browsers', async (name, payload) => {
  using agent = await gateways.agent(await gateways.addDevice());
  expect(await agent.ask(name, payload)).toEqual({ ok: false, error: { code: 'unknown_event' } });
});

test('[CMD-5] progress is on the durable stream by the time it is acknowledged', async () => {
  using agent = await gateways.agent(await gateways.addDevice());
  const id = randomUUID();
  expect(await agent.ask('command_progress', { id, state: 'running', percent: 40 })).toEqual({ ok: true });
  expect((await streamed('command')).at(-1)).toMatchObject({ progress: { id, state: 'running', percent: 40 } });
});
