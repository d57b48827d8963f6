import { resolveClone } from '@vigil/shared/contract/http/device-clone';
import { changeDeviceApproval, deleteDevice, listDevices, moveDevices } from '@vigil/shared/contract/http/devices';
import { createGroup, deleteGroup } from '@vigil/shared/contract/http/groups';
import { CompanyPk, type DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { readFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { createLog } from '@vigil/shared/platform/log';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import postgres from 'postgres';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { killBeforePublication, numbering, sizeOf } from '../support/killed-change.ts';
import type { Stack } from '../support/stack.ts';
import { expect, sharedStackTest as test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';

let stack: Stack;
let client: Client;
let sql: postgres.Sql;
const company = CompanyPk.parse(1);

test.beforeAll(async ({ stack: started }) => {
  stack = started;
  client = await stack.signIn();
  sql = postgres(stack.databaseAdminUrl, { max: 3, onnotice: () => undefined });
});
test.afterAll(() => sql.end({ timeout: 5 }));

const addGroup = async (name: string): Promise<GroupPk> => {
  const { objects } = await client.call(createGroup, { body: { name, group_fk: null } });
  return objects[0]?.pk as GroupPk;
};

const killed = (change: () => Promise<unknown>, last = numbering) =>
  killBeforePublication({ stack, sql }, change, last);

const path = (pk: number) => ({ pk: String(pk) });

const changes: Record<string, (device: DevicePk, from: GroupPk, to: GroupPk) => Promise<unknown>> = {
  move: (device, _from, to) => client.call(moveDevices, { body: { device_pk: device, new_device_group_fk: to } }),
  deletion: (device) => client.call(deleteDevice, { params: path(device) }),
  approval: (device) => client.call(changeDeviceApproval, { params: path(device), body: { approval: 0 } }),
  /** An installation of the same hardware that is gone, in another group. */
  merge: async (into, _from, to) => {
    const [gone] = await sql`
      insert into devices (company_fk, guid, public_key, alias, approval, device_group_fk)
      values (${company}, gen_random_uuid(), gen_random_uuid()::text, 'gone', 1, ${to}) returning pk`;
    return client.call(resolveClone, { params: path(gone?.['pk'] as number), body: { action: 'merge', into } });
  },
  'deletion of its group': (_device, from) => client.call(deleteGroup, { params: path(from) }),
};

let seed = 40;

for (const [name, change] of Object.entries(changes))
  test(
    `[RECOVER-3] the API is killed between commit and publication (${name} of a device): index and browsers follow`,
    { tags: name === 'move' ? ['core'] : [] },
    async () => {
      await using fleet = await startFleetOn(stack, 1, { seed: (seed += 1) });
      const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
      const device = objects.find(({ guid }) => guid === fleet.device(0).guid)?.pk;
      if (!device) throw new Error('the device is not listed');
      const [from, to] = [await addGroup(`from ${name}`), await addGroup(`to ${name}`)];
      await client.call(moveDevices, { body: { device_pk: device, new_device_group_fk: from } });
      const redis = await connectRedis(stack.redis.url, createLog('test', 'silent'));
      await using _redis = redis;
      // The move changes the settings of the agent. Until it has reported their version, a worker may be the one that
      // waits for the lock below, and the API would be killed before its commit.
      await eventually(async () => {
        const moved = (await readFleetIndex(redis, company))?.devices.get(device);
        const [row] = await sql`select config_version from devices where pk = ${device}`;
        expect(moved).toMatchObject({ group: from });
        expect(Number(row?.['config_version'] ?? 0)).toBeGreaterThanOrEqual(moved?.version ?? Infinity);
        expect(await sizeOf(sql, 'outbox')).toBe(0);
      });
      await using watcher = await startWatcher(client);
      const events: string[] = [];
      watcher.socket.onAny((event: string) => events.push(event));

      await killed(() => change(device, from, to));

      const home = objects.find(({ guid }) => guid === fleet.device(0).guid)?.device_group_fk;
      const expected = {
        move: { group: to, approval: 1 },
        deletion: undefined,
        merge: { group: to, approval: 1 },
        approval: { group: from, approval: 0 },
        'deletion of its group': { group: home, approval: 1 },
      }[name];
      await eventually(async () => {
        const indexed = (await readFleetIndex(redis, company))?.devices.get(device);
        if (expected) expect(indexed).toMatchObject(expected);
        else expect(indexed).toBeUndefined();
        expect(await sizeOf(sql, 'outbox')).toBe(0);
      });
      const announced = {
        move: 'devices_moved',
        merge: 'devices_moved',
        deletion: 'device_removed',
        approval: 'device_changed',
      }[name];
      await eventually(() => expect(events).toContain(announced ?? 'group_changed'));
      await stack.api.start();
      client = await stack.signIn();
    },
  );
