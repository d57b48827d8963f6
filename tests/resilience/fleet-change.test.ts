import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveDevice, deleteDevice, listDevices, moveDevices } from '@vigil/shared/contract/http/devices';
import { resolveClone } from '@vigil/shared/contract/http/device-clone';
import { createGroup, deleteGroup } from '@vigil/shared/contract/http/groups';
import { CompanyPk, type DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { readFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { createLog } from '@vigil/shared/platform/log';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { startWatcher } from '../support/watcher.ts';

let stack: Stack;
let client: Client;
let sql: postgres.Sql;
const company = CompanyPk.parse(1);

beforeAll(async () => {
  stack = await startStack();
  client = await stack.signIn();
  sql = postgres(stack.databaseAdminUrl, { max: 3, onnotice: () => undefined });
});
afterAll(async () => {
  await sql.end();
  await stack[Symbol.asyncDispose]();
});

const addGroup = async (name: string): Promise<GroupPk> => {
  const { objects } = await client.call(createGroup, { body: { name, group_fk: null } });
  return objects[0]?.pk as GroupPk;
};
const outboxSize = async () => Number((await sql`select count(*) from outbox`)[0]?.['count']);

/** Runs a change and kills the API after its commit, before anything of it was published. */
async function killBeforePublication(change: () => Promise<unknown>): Promise<void> {
  await sql.begin(async (tx) => {
    // The change takes this row last, to number itself: held here, it waits right before its commit.
    await tx`select 1 from companies where pk = ${company} for no key update`;
    let refused: unknown;
    change().catch((cause: unknown) => (refused = cause));
    await eventually(async () => {
      const [waiting] =
        await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update "companies"%'`;
      expect({ waiting, refused }).toMatchObject({ waiting: expect.anything() as unknown });
    });
    stack.redis.pause();
  });
  await eventually(async () => expect(await outboxSize()).toBeGreaterThan(0));
  await stack.api.kill();
  stack.redis.resume();
}

const path = (pk: number) => ({ pk: String(pk) });

const changes: Record<string, (device: DevicePk, from: GroupPk, to: GroupPk) => Promise<unknown>> = {
  move: (device, _from, to) => client.call(moveDevices, { body: { device_pk: device, new_device_group_fk: to } }),
  deletion: (device) => client.call(deleteDevice, { params: path(device) }),
  approval: (device) => client.call(approveDevice, { params: path(device), body: { approval: 0 } }),
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

test.each(Object.entries(changes))(
  '[RECOVER-3] the API is killed between commit and publication (%s of a device): index and browsers follow',
  async (name, change) => {
    await using fleet = await startFleetOn(stack, 1, { seed: (seed += 1) });
    const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
    const device = objects.find(({ guid }) => guid === fleet.device(0).guid)?.pk;
    if (!device) throw new Error('the device is not listed');
    const [from, to] = [await addGroup(`from ${name}`), await addGroup(`to ${name}`)];
    await client.call(moveDevices, { body: { device_pk: device, new_device_group_fk: from } });
    const redis = await connectRedis(stack.redis.url, createLog('test', 'silent'));
    await using _redis = redis;
    // The move changes the settings of the agent. Until it has reported their version, a worker may be the one that waits
    // for the lock below, and the API would be killed before its commit.
    await eventually(async () => {
      const moved = (await readFleetIndex(redis, company))?.devices.get(device);
      const [row] = await sql`select config_version from devices where pk = ${device}`;
      expect(moved).toMatchObject({ group: from });
      expect(Number(row?.['config_version'] ?? 0)).toBeGreaterThanOrEqual(moved?.version ?? Infinity);
      expect(await outboxSize()).toBe(0);
    });
    await using watcher = await startWatcher(client);
    const events: string[] = [];
    watcher.socket.onAny((event: string) => events.push(event));

    await killBeforePublication(() => change(device, from, to));

    const home = objects.find(({ guid }) => guid === fleet.device(0).guid)?.device_group_fk;
    const expected = {
      move: { group: to, approval: 1 },
      deletion: undefined,
      merge: { group: to, approval: 1 },
      approval: { group: from, approval: 0 },
      'deletion of its group': { group: home, approval: 1 },
    }[name];
    await eventually(
      async () => {
        const indexed = (await readFleetIndex(redis, company))?.devices.get(device);
        if (expected) expect(indexed).toMatchObject(expected);
        else expect(indexed).toBeUndefined();
        expect(await outboxSize()).toBe(0);
      },
      { timeout: 20_000 },
    );
    const announced = {
      move: 'devices_moved',
      merge: 'devices_moved',
      deletion: 'device_removed',
      approval: 'device_changed',
    }[name];
    await eventually(() => expect(events).toContain(announced ?? 'group_changed'), { timeout: 10_000 });
    await stack.api.start();
    client = await stack.signIn();
  },
);
