import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueBulk, issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { CommandId } from '@vigil/shared/contract/ids';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let client: Client;
beforeAll(async () => {
  stack = await startStack();
  client = await stack.signIn();
});
afterAll(() => stack[Symbol.asyncDispose]());

// Two fleets of one seed would be the same machines.
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
  test(`[CMD-6] kill -9 of the ${victim} in the middle of 100 commands: each ends exactly once`, async () => {
    const { fleet, pks, commands } = await ownFleet(100);
    await using _fleet = fleet;
    const server = victim === 'api' ? stack.api : stack.workers[0];
    await client.call(issueBulk, { body: { device_pks: pks, type: 'information', confirm: 100 } });
    await eventually(() => expect(fleet.counters.commands).toBeGreaterThan(0), { every: 1 });
    await server?.kill();
    await server?.start();
    await eventually(
      async () => {
        const rows = await commands();
        expect(rows).toHaveLength(100);
        expect(rows.filter(({ state }) => final.has(state))).toHaveLength(100);
      },
      { timeout: 60_000, every: 200 },
    );
    expect((await commands()).filter(({ state }) => state === 'done')).toHaveLength(100);
    expect(fleet.counters.commands).toBe(100);
  });
}

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
  await sql`update commands set deadline = now() - interval '2 minutes' where id = ${'id' in command ? command.id : ''}`;
  await sql.end();
  await stack.workers[0]?.start();
  await eventually(
    async () =>
      expect((await commands()).map((row) => [row.state, row.message])).toEqual([['expired', 'command_expired']]),
    { timeout: 20_000 },
  );
  expect(fleet.counters.commands).toBe(0);
});
