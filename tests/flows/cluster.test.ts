import { issueBulkCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { listDevices } from '@vigil/shared/contract/http/devices';
// @module-tag slow
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { startRedisCluster } from '../support/redis-cluster.ts';
import { startStack } from '../support/stack.ts';
import { startWatcher } from '../support/watcher.ts';

test('on a Redis Cluster, states, usage and commands are delivered through sharded pub/sub, over two gateways', async () => {
  await using cluster = await startRedisCluster();
  await using stack = await startStack({ gateways: 2, env: { REDIS_URL: cluster.url } });
  const client = await stack.signIn();
  await using watcher = await startWatcher(client);
  await using fleet = await startFleetOn(stack, 10);
  await eventually(() => expect(watcher.online()).toBe(10));
  await eventually(() => expect(watcher.usage.size).toBe(10));

  const { objects: devices } = await client.call(listDevices, { query: { search_mode: 'all' } });
  const body = { device_pks: devices.map((device) => device.pk), type: 'information' as const };
  await client.call(issueBulkCommand, { body });
  await eventually(async () => {
    const { objects } = await client.call(listCommands, { query: { search_mode: 'all' } });
    expect(objects.map((row) => row.state)).toEqual(devices.map(() => 'done'));
  });

  fleet.device(0).turnOff();
  await eventually(() => expect(watcher.online()).toBe(9));
});
