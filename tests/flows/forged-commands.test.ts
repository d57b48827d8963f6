// @module-tag slow
import { randomUUID } from 'node:crypto';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { CommandId, CompanyPk } from '@vigil/shared/contract/ids';
import { publish } from '@vigil/shared/platform/bus/bus';
import { channels } from '@vigil/shared/platform/bus/channels';
import { createCommandSigner } from '@vigil/shared/platform/command-signer';
import { readKeyRing } from '@vigil/shared/platform/key-ring';
import { createLog } from '@vigil/shared/platform/log';
import { findDevice } from '@vigil/shared/platform/redis/presence';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { expect, test } from '../support/system-test.ts';

const all = { query: { search_mode: 'all' } } as const;

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
  await using redis = await connectRedis(stack.redis.url, createLog('test', 'silent'));
  const replyTo = channels.replies(randomUUID());
  const replies: unknown[] = [];
  await redis.subscribe(replyTo, (text) => replies.push((JSON.parse(text) as { answer: unknown }).answer));
  const company = CompanyPk.parse(1);
  let stopped = '';
  const forge = async () => {
    const [id, type, args] = [CommandId.parse(randomUUID()), 'information' as const, {}];
    const deadline = new Date(Date.now() + 60_000);
    const signature = await createCommandSigner(leaked).sign({ id, guid: device.guid, type, args, deadline });
    const command = { id, type, args, deadline: deadline.toISOString(), ...signature };
    const place = await eventually(async () => {
      const found = await findDevice(redis, company, device.pk);
      expect(found?.gateway ?? stopped).not.toBe(stopped);
      return found!;
    });
    stopped = place.gateway;
    const call = { t: 'command', request: randomUUID(), replyTo, company, device: device.pk } as const;
    replies.length = 0;
    await publish(redis, channels.gateway(place.gateway), { ...call, command, signed_only: true });
    await eventually(() => expect(replies[0]).toBeTruthy());
    return replies[0];
  };
  expect(await forge()).toMatchObject({ ok: true });

  await stack.operator.json(['command-keys', 'add', '--file', stack.keysFile]);
  await stack.operator.json(['command-keys', 'retire', leaked[0]!.kid, '--file', stack.keysFile]);
  for (const server of [stack.api, stack.workers[0]!, stack.gateways[0]!]) {
    await server.stop();
    await server.start();
  }
  await online();
  expect(await forge()).toMatchObject({ ok: false, error: { code: 'signature_invalid' } });

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
