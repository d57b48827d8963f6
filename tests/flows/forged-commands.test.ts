// @module-tag slow
import { randomUUID } from 'node:crypto';
import type { Command } from '@vigil/shared/contract/command';
import type { DeviceRow } from '@vigil/shared/contract/device';
import { issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { CommandId, CompanyPk, type DevicePk } from '@vigil/shared/contract/ids';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { createCommandSigner } from '@vigil/shared/platform/command-signer';
import { readKeyRing } from '@vigil/shared/platform/key-ring';
import { createLog } from '@vigil/shared/platform/log';
import { readDevicePresence } from '@vigil/shared/platform/redis/presence';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { expect, test } from '../support/system-test.ts';

const all = { query: { search_mode: 'all' } } as const;
const company = CompanyPk.parse(1);

/** One who can read and write in Redis. `send` answers what the agent says to a command. */
async function openRedis(url: string) {
  const redis = await connectRedis(url, createLog('test', 'silent'));
  const replyTo = busChannels.replies(randomUUID());
  const replies = new Map<string, unknown>();
  await redis.subscribe(replyTo, (text) => {
    const { request, answer } = JSON.parse(text) as { request: string; answer: unknown };
    replies.set(request, answer);
  });
  const gatewayOf = (device: DevicePk, isOther: (gateway: string) => boolean = () => true) =>
    eventually(async () => {
      const found = await readDevicePresence(redis, company, device);
      expect(found !== null && isOther(found.gateway)).toBe(true);
      return found!.gateway;
    });
  return {
    redis,
    gatewayOf,
    async send(gateway: string, device: DevicePk, command: Command): Promise<unknown> {
      const request = randomUUID();
      const call = { t: 'command', request, replyTo, company, device, command, signed_only: true } as const;
      await publish(redis, busChannels.gateway(gateway), call);
      await eventually(() => expect(replies.get(request)).toBeTruthy());
      return replies.get(request);
    },
    [Symbol.asyncDispose]: () => redis[Symbol.asyncDispose](),
  };
}

const invalid = { ok: false, state: 'failed', error: { code: 'signature_invalid' } };

test('[CMD-3] [CMD-8] a command that is read in Redis and sent again, altered or to another device, runs once and where it was meant', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  await using fleet = await startFleetOn(stack, 2);
  const [device, other] = await eventually(async () => {
    const { objects } = await client.call(listDevices, all);
    expect(objects.map(({ alive }) => alive)).toEqual([1, 1]);
    return objects as [DeviceRow, DeviceRow];
  });
  await using thief = await openRedis(stack.redis.url);
  const gateway = await thief.gatewayOf(device.pk);
  const read: Command[] = [];
  await thief.redis.subscribe(busChannels.gateway(gateway), (text) => {
    const message = JSON.parse(text) as { t: string; command: Command };
    if (message.t === 'command') read.push(message.command);
  });
  await client.call(issueCommand, { params: { guid: device.guid }, body: { type: 'information' } });
  const done = async () => (await client.call(listCommands, all)).objects.map(({ state }) => state);
  await eventually(async () => expect(await done()).toEqual(['done']));
  const [genuine] = read as [Command];

  const later = new Date(Date.now() + 3_600_000).toISOString();
  const { signature: _signature, ...unsigned } = genuine;
  const altered: Command[] = [
    { ...genuine, type: 'reboot' },
    { ...genuine, args: { pid: 1 } },
    { ...genuine, deadline: later },
    { ...genuine, id: CommandId.parse(randomUUID()) },
    unsigned,
  ];
  for (const command of altered) expect(await thief.send(gateway, device.pk, command)).toMatchObject(invalid);
  expect(await thief.send(await thief.gatewayOf(other.pk), other.pk, genuine)).toMatchObject(invalid);
  for (let i = 0; i < 3; i += 1)
    expect(await thief.send(gateway, device.pk, genuine)).toMatchObject({ ok: true, state: 'done' });
  expect(fleet.counters.commands).toBe(1);
  expect(await done()).toEqual(['done']);
});

test('[CMD-9] what the private half of a retired key signs runs on no device, although it reaches it over Redis', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  await using fleet = await startFleetOn(stack, 1);
  const online = () =>
    eventually(async () => {
      const [device] = (await client.call(listDevices, all)).objects;
      expect(device?.alive).toBe(1);
      return device!;
    });
  const device = await online();

  // The attacker has the private key, and writes to Redis.
  const { command: leaked } = await readKeyRing(stack.keysFile);
  await using thief = await openRedis(stack.redis.url);
  let stopped = '';
  const forge = async () => {
    const [id, type, args] = [CommandId.parse(randomUUID()), 'information' as const, {}];
    const deadline = new Date(Date.now() + 60_000);
    const signature = await createCommandSigner(leaked).sign({ id, guid: device.guid, type, args, deadline });
    const command = { id, type, args, deadline: deadline.toISOString(), ...signature };
    const gateway = await thief.gatewayOf(device.pk, (found) => found !== stopped);
    stopped = gateway;
    return thief.send(gateway, device.pk, command);
  };
  expect(await forge()).toMatchObject({ ok: true });

  await stack.operator.json(['command-keys', 'add', '--file', stack.keysFile]);
  await stack.operator.json(['command-keys', 'retire', leaked[0]!.kid, '--file', stack.keysFile]);
  for (const server of [stack.api, stack.workers[0]!, stack.gateways[0]!]) {
    await server.stop();
    await server.start();
  }
  await online();
  expect(await forge()).toMatchObject(invalid);

  const { objects: issued } = await client.call(issueCommand, {
    params: { guid: device.guid },
    body: { type: 'information' },
  });
  await eventually(async () => {
    const rows = (await client.call(listCommands, all)).objects;
    expect(rows.find(({ id }) => 'id' in issued && id === issued.id)?.state).toBe('done');
  });
  expect(fleet.counters.commands).toBe(2);
});
