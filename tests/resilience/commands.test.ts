import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { issueBulk, issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { CommandId } from '@vigil/shared/contract/ids';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { startStack } from '../support/stack.ts';

const final = new Set(['done', 'failed', 'expired']);

for (const victim of ['workers', 'api'] as const) {
  test(`[CMD-6] kill -9 of the ${victim} in the middle of 100 commands: each ends exactly once`, async () => {
    await using stack = await startStack();
    const client = await stack.signIn();
    await using fleet = await startFleetOn(stack, 100);
    const { objects: devices } = await client.call(listDevices, { query: { search_mode: 'all' } });
    const server = victim === 'api' ? stack.api : stack.workers[0];
    const body = { device_pks: devices.map((device) => device.pk), type: 'information' as const, confirm: 100 };
    await client.call(issueBulk, { body });
    await eventually(() => expect(fleet.counters.commands).toBeGreaterThan(0), { every: 1 });
    await server?.kill();
    await server?.start();
    await eventually(
      async () => {
        const { objects } = await client.call(listCommands, { query: { search_mode: 'all' } });
        expect(objects).toHaveLength(100);
        expect(objects.filter((row) => final.has(row.state))).toHaveLength(100);
      },
      { timeout: 60_000, every: 200 },
    );
    const { objects } = await client.call(listCommands, { query: { search_mode: 'all' } });
    expect(objects.filter((row) => row.state === 'done')).toHaveLength(100);
    expect(fleet.counters.commands).toBe(100);
  });
}

test('[CMD-2] a command to an offline device fails at once with the reason', async () => {
  await using stack = await startStack();
  const client = await stack.signIn();
  await using fleet = await startFleetOn(stack, 1);
  fleet.machine(0).turnOff();
  const guid = fleet.machine(0).guid ?? '';
  await eventually(async () => {
    const { objects } = await client.call(listDevices, {});
    expect(objects[0]?.alive).toBe(0);
  });
  const call = client.call(issueCommand, { params: { guid }, body: { type: 'reboot' } });
  await expect(call).rejects.toMatchObject({ status: 409, error: { code: 'not_online_warning' } });
});

test('[CMD-3] a command given twice under one id is one command and runs once', async () => {
  await using stack = await startStack();
  const client = await stack.signIn();
  await using fleet = await startFleetOn(stack, 1);
  const call = {
    params: { guid: fleet.machine(0).guid ?? '' },
    body: { type: 'information' as const, id: CommandId.parse(randomUUID()) },
  };
  const [first, second] = await Promise.all([
    client.call(issueCommand, call),
    client.call(issueCommand, call).catch(() => null),
  ]);
  expect(first.objects).toMatchObject({ id: call.body.id });
  const again = await client.call(issueCommand, call);
  expect(again.objects).toMatchObject({ id: call.body.id });
  expect(second === null || 'id' in second.objects).toBe(true);
  await eventually(async () => {
    const { objects } = await client.call(listCommands, {});
    expect(objects.map((row) => row.state)).toEqual(['done']);
  });
  expect(fleet.counters.commands).toBe(1);
});

test('[CMD-4] a command past its deadline never runs', async () => {
  await using stack = await startStack();
  const client = await stack.signIn();
  await using fleet = await startFleetOn(stack, 1);
  // The agent is there but hears nothing until the deadline is over.
  await stack.workers[0]?.kill();
  await client.call(issueCommand, { params: { guid: fleet.machine(0).guid ?? '' }, body: { type: 'reboot' } });
  const sql = postgres(stack.databaseAdminUrl);
  await sql`update commands set deadline = now() - interval '2 minutes'`;
  await sql.end();
  await stack.workers[0]?.start();
  await eventually(
    async () => {
      const { objects } = await client.call(listCommands, {});
      expect(objects.map((row) => [row.state, row.message])).toEqual([['expired', 'command_expired']]);
    },
    { timeout: 20_000 },
  );
  expect(fleet.counters.commands).toBe(0);
});
