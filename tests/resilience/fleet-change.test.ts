import postgres from 'postgres';
import { approveDevice, deleteDevice, listDevices, moveDevices } from '@vigil/shared/contract/http/devices';
import { postApproval } from '@vigil/shared/contract/http/approvals';
import { resolveClone } from '@vigil/shared/contract/http/device-clone';
import { createGroup, deleteGroup } from '@vigil/shared/contract/http/groups';
import { createUser, updateUser } from '@vigil/shared/contract/http/user-changes';
import { readProfile } from '@vigil/shared/contract/http/session';
import { CompanyPk, UserPk, type DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { readFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { readPublishedVersion } from '@vigil/shared/platform/fleet/outbox';
import { createLog } from '@vigil/shared/platform/log';
import { findRights } from '@vigil/shared/platform/rights';
import { connectRedis, type Redis } from '@vigil/shared/platform/redis/redis';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
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

/** As Redis names the user of its connections. */
const API_CONNECTION = /\buser=vigil-api\b/u;
/** Longer than the API takes from its commit to its end. */
const PAUSE_MS = 60_000;

/** What a change does last: held there, it waits right before its commit. */
interface LastStep {
  readonly hold: (tx: postgres.TransactionSql) => Promise<unknown>;
  readonly statement: string;
  readonly table: 'outbox' | 'announcements';
}

/** A change of the fleet is numbered. */
const numbering: LastStep = {
  hold: (tx) => tx`select 1 from companies where pk = ${company} for no key update`,
  statement: 'update "companies"%',
  table: 'outbox',
};

const announcing: LastStep = {
  hold: (tx) => tx`lock table announcements in share mode`,
  statement: 'insert into "announcements"%',
  table: 'announcements',
};

const sizeOf = async (table: LastStep['table']) =>
  Number((await sql`select count(*) from ${sql(table)}`)[0]?.['count']);

/** Runs a change up to its commit, and holds back what the API sends to Redis from there on. */
async function commitWithoutPublication(redis: Redis, change: () => Promise<unknown>, last: LastStep): Promise<void> {
  await sql.begin(async (tx) => {
    await last.hold(tx);
    let refused: unknown;
    change().catch((cause: unknown) => (refused = cause));
    await eventually(async () => {
      const [waiting] =
        await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like ${last.statement}`;
      expect({ waiting, refused }).toMatchObject({ waiting: expect.anything() as unknown });
    });
    // Redis drops what it holds back together with its connection. A Redis that stands still would take the command into
    // its buffer, and execute it for the dead API when it goes on.
    await redis.commands.clientPause(PAUSE_MS, 'WRITE');
  });
  await eventually(async () => expect(await sizeOf(last.table)).toBeGreaterThan(0));
}

/** Runs a change and kills the API after its commit, before anything of it was published. */
async function killBeforePublication(redis: Redis, change: () => Promise<unknown>, last = numbering): Promise<void> {
  const published = await readPublishedVersion(redis, company);
  try {
    await commitWithoutPublication(redis, change, last);
    await stack.api.kill();
    await eventually(async () => {
      const connections: unknown = await redis.commands.sendCommand(['CLIENT', 'LIST']);
      expect(connections).not.toMatch(API_CONNECTION);
    });
    expect(await readPublishedVersion(redis, company)).toBe(published);
  } finally {
    await redis.commands.clientUnpause();
  }
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
      // The move changes the settings of the agent. Until it has reported their version, a worker may be the one that waits
      // for the lock below, and the API would be killed before its commit.
      await eventually(async () => {
        const moved = (await readFleetIndex(redis, company))?.devices.get(device);
        const [row] = await sql`select config_version from devices where pk = ${device}`;
        expect(moved).toMatchObject({ group: from });
        expect(Number(row?.['config_version'] ?? 0)).toBeGreaterThanOrEqual(moved?.version ?? Infinity);
        expect(await sizeOf('outbox')).toBe(0);
      });
      await using watcher = await startWatcher(client);
      const events: string[] = [];
      watcher.socket.onAny((event: string) => events.push(event));

      await killBeforePublication(redis, () => change(device, from, to));

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
          expect(await sizeOf('outbox')).toBe(0);
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

test('the API is killed between commit and publication of a request for access: it is announced, and mailed', async () => {
  await using fleet = await startFleetOn(stack, 1, { seed: (seed += 1) });
  const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
  const device = objects.find(({ guid }) => guid === fleet.device(0).guid)?.pk;
  if (!device) throw new Error('the device is not listed');
  await sql`update users set email = 'boss@vigil.test', email_verified_at = now() where type = 'Manager'`;
  await using redis = await connectRedis(stack.redis.url, createLog('test', 'silent'));
  await using watcher = await startWatcher(client);
  const announced: unknown[] = [];
  watcher.socket.on('approval_changed', (payload) => announced.push(payload));

  const [start, end] = [60_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const body = {
    device_pk: device,
    approver_pk: 0,
    start_time: start!,
    end_time: end!,
    approval_reason: 'repair',
  } as const;
  await killBeforePublication(redis, () => client.call(postApproval, { body }), announcing);

  await eventually(() => expect(announced).toMatchObject([{ state: 0 }]), { timeout: 10_000 });
  await eventually(async () => {
    expect(await sizeOf('announcements')).toBe(0);
    expect(await sql`select sent_at is not null as sent from mails where "to" = 'boss@vigil.test'`).toEqual([
      { sent: true },
    ]);
  });
  await stack.api.start();
  client = await stack.signIn();
});

test('the API is killed between the commit of a change of rights and what follows: sockets are closed, requests go by the change', async () => {
  const signIn = { mgrid: 'revoked', pw: 'Passw0rd!' };
  const { objects } = await client.call(createUser, { body: { ...signIn, name: 'Revoked' } });
  const user = UserPk.parse(objects[0]?.pk);
  const change = (auth_restart: 0 | 1) => client.call(updateUser, { params: path(user), body: { auth_restart } });
  await change(1);
  const member = await stack.signIn({ id: signIn.mgrid, password: signIn.pw });
  await using redis = await connectRedis(stack.redis.url, createLog('test', 'silent'));
  expect((await findRights(redis, user))?.rights.flags.CSRestart).toBe(true);
  await using watcher = await startWatcher(member);
  let closed = 0;
  watcher.socket.on('disconnect', () => void (closed += 1));

  await killBeforePublication(redis, () => change(0), announcing);

  expect(await findRights(redis, user)).toBeNull();
  await eventually(() => expect(closed).toBeGreaterThan(0));
  await stack.api.start();
  expect((await member.call(readProfile)).objects).toMatchObject([{ auth_restart: 0 }]);
  expect((await findRights(redis, user))?.rights.flags.CSRestart).toBe(false);
  await eventually(() => expect(watcher.socket.connected).toBe(true));
  client = await stack.signIn();
});
