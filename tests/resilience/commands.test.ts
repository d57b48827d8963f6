import { randomUUID } from 'node:crypto';
import { issueBulkCommand, issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { CommandId, CompanyPk } from '@vigil/shared/contract/ids';
import { createLog } from '@vigil/shared/platform/log';
import { redisKeys, partitionOf } from '@vigil/shared/platform/redis/keys';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import postgres from 'postgres';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import type { Stack } from '../support/stack.ts';
import { expect, sharedStackTest as test } from '../support/system-test.ts';

let stack: Stack;
let client: Client;
test.beforeAll(async ({ stack: started }) => {
  stack = started;
  client = await stack.signIn();
});

// Two fleets of one seed would be the same devices.
let seed = 0;

/** Machines that no other test has, and what became of the commands for them. */
async function ownFleet(count: number) {
  const fleet = await startFleetOn(stack, count, { seed: (seed += 1) });
  const guids = new Set(fleet.devices.map(({ guid }) => guid));
  const all = { query: { search_mode: 'all' } } as const;
  const devices = (await client.call(listDevices, all)).objects.filter((device) => guids.has(device.guid));
  const pks = devices.map(({ pk }) => pk);
  const commands = async () =>
    (await client.call(listCommands, all)).objects.filter(({ device_pk }) => pks.some((pk) => pk === device_pk));
  return { fleet, pks, commands, guid: fleet.device(0).guid ?? '' };
}

const final = new Set(['done', 'failed', 'expired']);

for (const victim of ['workers', 'api'] as const) {
  test(
    `[CMD-6] kill -9 of the ${victim} in the middle of 100 commands: each ends exactly once`,
    { tags: victim === 'workers' ? ['core'] : [] },
    async () => {
      const { fleet, pks, commands } = await ownFleet(100);
      await using _fleet = fleet;
      const server = victim === 'api' ? stack.api : stack.workers[0];
      await client.call(issueBulkCommand, { body: { device_pks: pks, type: 'information', confirm: 100 } });
      await eventually(() => expect(fleet.counters.commands).toBeGreaterThan(0), { every: 1 });
      await server?.kill();
      await server?.start();
      await eventually(
        async () => {
          const rows = await commands();
          expect(rows).toHaveLength(100);
          expect(rows.filter(({ state }) => final.has(state))).toHaveLength(100);
        },
        { every: 200 },
      );
      expect((await commands()).filter(({ state }) => state === 'done')).toHaveLength(100);
      expect(fleet.counters.commands).toBe(100);
    },
  );
}

test('[CMD-10] kill -9 of every server in the middle of reboots: each ends once, done exactly if the device booted', async () => {
  const { fleet, pks, commands } = await ownFleet(12);
  await using _fleet = fleet;
  const boots = () => fleet.devices.map(({ host }) => host.bootId());
  const before = boots();
  await client.call(issueBulkCommand, { body: { device_pks: pks, type: 'reboot', confirm: 12 } });
  await eventually(() => expect(fleet.counters.commands).toBeGreaterThan(0), { every: 1 });
  for (const server of [stack.workers[0], stack.gateways[0], stack.api]) {
    await server?.kill();
    await server?.start();
  }
  const rows = await eventually(
    async () => {
      const found = await commands();
      expect(found.filter(({ state }) => final.has(state))).toHaveLength(12);
      return found;
    },
    { timeout: 90_000, every: 500 },
  );
  // A command whose turn came while there was no gateway was never sent, and says so.
  const [done, others] = [rows.filter(({ state }) => state === 'done'), rows.filter(({ state }) => state !== 'done')];
  expect(others.filter(({ message }) => message !== 'not_online_warning')).toEqual([]);
  const seen = done.map(({ result }) => (result as { observed: { boot_id: string } }).observed.boot_id);
  expect(seen.toSorted()).toEqual(
    boots()
      .filter((boot) => !before.includes(boot))
      .toSorted(),
  );
  expect(fleet.counters.commands).toBe(done.length);
});

test('[CMD-10] a reboot that happens while no worker runs is done, although its deadline is over before a worker reads of it', async () => {
  const { fleet, pks, commands, guid } = await ownFleet(1);
  await using _fleet = fleet;
  const worker = stack.workers[0]!;
  const boot = () => fleet.device(0).host.bootId();
  const before = boot();
  const { objects: issued } = await client.call(issueCommand, { params: { guid }, body: { type: 'reboot' } });
  const id = 'id' in issued ? issued.id : '';
  await eventually(async () => expect(await commands()).toMatchObject([{ message: 'waiting_for_effect' }]));
  await worker.kill();
  await eventually(() => expect(boot()).not.toBe(before));
  await using redis = await connectRedis(stack.redis.url, createLog('test', 'silent'));
  const stream = redisKeys.stream(partitionOf(CompanyPk.parse(1)));
  await eventually(async () => expect(JSON.stringify(await redis.commands.xRange(stream, '-', '+'))).toContain(boot()));
  const sql = postgres(stack.databaseAdminUrl);
  await using _sql = { [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }) };
  await sql`update commands set accepted_at = now() - interval '15 minutes', effect_by = now() where id = ${id}`;
  await sql.begin(async (tx) => {
    // Workers judge, and cannot store what they read of this device.
    await tx`select from devices where pk = ${pks[0]!} for update`;
    await worker.start();
    const late = randomUUID();
    await sql`
      insert into commands (id, company_fk, device_fk, device_alias, type, deadline)
      values (${late}, 1, ${pks[0]!}, 'late', 'information', now() - interval '1 minute')`;
    await eventually(async () =>
      expect((await sql`select state from commands where id = ${late}`)[0]).toEqual({ state: 'expired' }),
    );
    expect((await sql`select state from commands where id = ${id}`)[0]).toEqual({ state: 'running' });
  });
  await eventually(async () =>
    expect((await sql`select state, message from commands where id = ${id}`)[0]).toEqual({
      state: 'done',
      message: null,
    }),
  );
});

test('[CMD-2] a command to an offline device fails at once with the reason', async () => {
  const { fleet, pks, guid } = await ownFleet(1);
  await using _fleet = fleet;
  fleet.device(0).turnOff();
  await eventually(async () => {
    const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
    expect(objects.find(({ pk }) => pk === pks[0])?.alive).toBe(0);
  });
  const call = client.call(issueCommand, { params: { guid }, body: { type: 'reboot' } });
  await expect(call).rejects.toMatchObject({ status: 409, error: { code: 'not_online_warning' } });
});

test('[CMD-3] a command given twice under one id is one command and runs once', async () => {
  const { fleet, commands, guid } = await ownFleet(1);
  await using _fleet = fleet;
  const call = { params: { guid }, body: { type: 'information' as const, id: CommandId.parse(randomUUID()) } };
  const [first, second] = await Promise.all([
    client.call(issueCommand, call),
    client.call(issueCommand, call).catch(() => null),
  ]);
  expect(first.objects).toMatchObject({ id: call.body.id });
  const again = await client.call(issueCommand, call);
  expect(again.objects).toMatchObject({ id: call.body.id });
  expect(second === null || 'id' in second.objects).toBe(true);
  await eventually(async () => expect((await commands()).map((row) => row.state)).toEqual(['done']));
  expect(fleet.counters.commands).toBe(1);
});

test('[CMD-4] a command past its deadline never runs', async () => {
  const { fleet, commands, guid } = await ownFleet(1);
  await using _fleet = fleet;
  // The agent is there but hears nothing until the deadline is over.
  await stack.workers[0]?.kill();
  const { objects: command } = await client.call(issueCommand, { params: { guid }, body: { type: 'reboot' } });
  const sql = postgres(stack.databaseAdminUrl);
  await using _sql = { [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }) };
  await sql`update commands set deadline = now() - interval '2 minutes' where id = ${'id' in command ? command.id : ''}`;
  await stack.workers[0]?.start();
  await eventually(async () =>
    expect((await commands()).map((row) => [row.state, row.message])).toEqual([['expired', 'command_expired']]),
  );
  expect(fleet.counters.commands).toBe(0);
});
