import { randomUUID } from 'node:crypto';
import type { Command } from '@vigil/shared/contract/command';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { redisKeys, partitionOf } from '@vigil/shared/platform/redis/keys';
import { readDevicePresence } from '@vigil/shared/platform/redis/presence';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { gatewayTest } from '../testing/fixture.ts';
import type { TestDevice, TestGateways } from '../testing/test-gateway.ts';

const test = gatewayTest();
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const signed = () => ({
  id: randomUUID() as Command['id'],
  type: 'information' as const,
  args: {},
  deadline: new Date(Date.now() + 60_000).toISOString(),
  key_id: 'k1',
  signature: 'signature',
});

/** Delivers a command as a worker does. @returns the reply */
async function deliver(device: TestDevice, command: Command, signed_only: boolean): Promise<unknown> {
  const { redis, company } = gateways;
  const replyTo = busChannels.replies(randomUUID());
  const replies: unknown[] = [];
  await redis.subscribe(replyTo, (text) => replies.push((JSON.parse(text) as { answer: unknown }).answer));
  const place = await eventually(async () => {
    const found = await readDevicePresence(redis, company, device.pk);
    expect(found).not.toBeNull();
    return found!;
  });
  const call = {
    t: 'command',
    request: randomUUID(),
    replyTo,
    company,
    device: device.pk,
    command,
    signed_only,
  } as const;
  await publish(redis, busChannels.gateway(place.gateway), call);
  await eventually(() => expect(replies).toHaveLength(1));
  return replies[0];
}

async function connect(protocol?: number) {
  const device = await gateways.addDevice();
  const agent = await gateways.agent(device, { more: protocol === undefined ? {} : { protocol } });
  agent.socket.on('command', (_command, answer: (given: unknown) => void) => answer({ ok: true, state: 'done' }));
  return { device, agent };
}

test('[CMD-9] an agent of protocol 2 gets the signature, one of protocol 1 the earlier message', async () => {
  const [now, before] = [await connect(2), await connect()];
  const command = signed();
  for (const { device } of [now, before])
    expect(await deliver(device, command, false)).toEqual({ ok: true, state: 'done' });
  const { key_id: _key, signature: _signature, ...unsigned } = command;
  expect(now.agent.received('command')).toEqual([command]);
  expect(before.agent.received('command')).toEqual([unsigned]);
});

test('[CMD-9] an agent of protocol 1 gets no command where its company does not take it any more', async () => {
  const [now, before] = [await connect(2), await connect(1)];
  expect(await deliver(before.device, signed(), true)).toEqual({
    ok: false,
    state: 'failed',
    error: { code: 'agent_outdated' },
  });
  expect(before.agent.received('command')).toEqual([]);
  expect(await deliver(now.device, signed(), true)).toEqual({ ok: true, state: 'done' });
});

test('[CMD-9] [LEASE-5] the protocol of an agent is on the durable stream with its system information, also after a loss of Redis', async () => {
  const { device, agent } = await connect(2);
  const text = '';
  const names = [
    'system_time',
    'time_zone',
    'user_os_str',
    'cs_ver',
    's_pri_ip',
    'ip_addr',
    'netmask',
    'gateway',
    'dns',
  ];
  const info = Object.fromEntries([...names, 'mac_addr', 'bios', 'processor'].map((name) => [name, text]));
  const stored = async () => {
    const entries = await gateways.redis.commands.xRange(redisKeys.stream(partitionOf(gateways.company)), '-', '+');
    const rows = (entries ?? []).map(({ message }) => JSON.parse(message['data'] ?? '') as { device?: number });
    return rows.filter((row) => row.device === device.pk);
  };
  agent.socket.emit('alive', { ...info, running_time: 1 });
  await eventually(async () => expect(await stored()).toMatchObject([{ systemInfo: { protocol: 2 } }]));

  // Lost with Redis, it is there again with a later report, although nothing has changed.
  await gateways.redis.commands.flushAll();
  await eventually(
    async () => {
      agent.socket.emit('alive', { ...info, running_time: 2 });
      expect((await stored()).length).toBeGreaterThan(0);
    },
    { timeout: 30_000 },
  );
});
