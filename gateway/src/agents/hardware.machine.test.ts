import { createHash } from 'node:crypto';
import { HardwareId, type Hardware } from '@vigil/shared/contract/hardware';
import { redisKeys, partitionOf } from '@vigil/shared/platform/redis/keys';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { gatewayTest } from '../testing/fixture.ts';
import type { TestDevice, TestGateways } from '../testing/test-gateway.ts';

const test = gatewayTest({ count: 2 });
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const hardwareOf = (name: string): Hardware => ({
  id: HardwareId.parse(createHash('sha256').update(name).digest('hex')),
  name,
  mac_addr: '',
  s_pri_ip: '',
  user_os_str: '',
});
const [first, second] = [hardwareOf('first'), hardwareOf('second')];

const connect = (device: TestDevice, hardware: Hardware | undefined, gateway = 0) =>
  gateways.agent(device, { gateway, more: hardware ? { hardware } : {} });
const refusal = (device: TestDevice, hardware: Hardware, gateway = 0) =>
  connect(device, hardware, gateway).then(
    (agent) => agent[Symbol.dispose](),
    (refused: { data?: { code?: string } }) => refused.data?.code,
  );

/** The hardware of a device that gateways reported as refused. */
async function reported(device: TestDevice): Promise<string[]> {
  const entries = await gateways.redis.commands.xRange(redisKeys.stream(partitionOf(gateways.company)), '-', '+');
  return (entries ?? [])
    .filter(({ message }) => message['kind'] === 'hardware')
    .map(({ message }) => JSON.parse(message['data'] ?? '') as { device: number; hardware: Hardware })
    .filter((entry) => entry.device === device.pk)
    .map((entry) => entry.hardware.name);
}

const bar = (device: TestDevice, barred: HardwareId[]) =>
  gateways.change({ t: 'device_changed', device_pk: device.pk, patch: {}, hardware: { own: first.id, barred } });

test.each([0, 1])(
  '[HELLO-8] two computers with one key do not throw each other out; the second one (gateway %i) is refused and reported',
  async (gateway) => {
    const device = await gateways.addDevice();
    using agent = await connect(device, first);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await refusal(device, second, gateway)).toBe('hardware_conflict');
    expect(agent.socket.connected).toBe(true);
    expect(agent.received('superseded')).toEqual([]);
    expect(await reported(device)).toEqual(['second', 'second', 'second']);
  },
);

test('[HELLO-8] the same hardware takes over its own connection, and other hardware what is free', async () => {
  const device = await gateways.addDevice();
  using before = await connect(device, first);
  using again = await connect(device, first, 1);
  await eventually(() => expect(before.received('superseded')).toHaveLength(1));
  again.socket.disconnect();
  await eventually(async () => expect(await refusal(device, second)).toBeUndefined());
});

test('[HELLO-8] an agent that does not name its hardware is admitted as before', async () => {
  const device = await gateways.addDevice();
  using named = await connect(device, first);
  using older = await connect(device, undefined, 1);
  await eventually(() => expect(named.received('superseded')).toHaveLength(1));
  using _newer = await connect(device, second);
  await eventually(() => expect(older.received('superseded')).toHaveLength(1));
});

test.each([0, 1])(
  "[HELLO-9] a device's own hardware comes first: other hardware (gateway %i) is closed and not told to give up",
  async (gateway) => {
    const device = await gateways.addDevice();
    using other = await connect(device, second);
    await bar(device, []);
    using own = await connect(device, first, gateway);
    await eventually(() => expect(other.socket.connected).toBe(false));
    expect(other.received('superseded')).toEqual([]);
    expect(await refusal(device, second, gateway)).toBe('hardware_conflict');
    expect(own.socket.connected).toBe(true);
  },
);

test.each([0, 1])(
  '[HELLO-10] hardware that was split (gateway %i) is closed, and must make its own key',
  async (gateway) => {
    const device = await gateways.addDevice();
    using other = await connect(device, second, gateway);
    await bar(device, [second.id]);
    await eventually(() => expect(other.socket.connected).toBe(false));
    for (const at of [0, 1]) expect(await refusal(device, second, at)).toBe('new_key_required');
    using own = await connect(device, first);
    expect(own.socket.connected).toBe(true);
  },
);
