// @module-tag slow
import { issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { DeviceGuid } from '@vigil/shared/contract/ids';
import { Computer } from '../support/computer.ts';
import { eventually } from '../support/eventually.ts';
import { expect, test } from '../support/system-test.ts';

const all = { query: { search_mode: 'all' } } as const;

test('[CMD-12] [HELLO-5] a device is deleted at once, and its agent forgets itself: now, or when it next connects', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  const token = await stack.operator.enrolToken(2);
  using connected = new Computer(stack, { name: 'connected', mac: '02:00:00:00:01:01' });
  using away = new Computer(stack, { name: 'away', mac: '02:00:00:00:01:02' });
  for (const computer of [connected, away]) await computer.turnOn(token);
  const states = async () =>
    Object.fromEntries((await client.call(listDevices, all)).objects.map(({ alias, alive }) => [alias, alive]));
  await eventually(async () => expect(await states()).toEqual({ connected: 1, away: 1 }));
  away.turnOff();
  await eventually(async () => expect(await states()).toEqual({ connected: 1, away: 0 }));

  for (const { guid } of [connected, away]) {
    const { objects } = await client.call(issueCommand, {
      params: { guid: DeviceGuid.parse(guid) },
      body: { type: 'delete' },
    });
    expect(objects).toMatchObject({ state: 'done' });
  }
  expect(await states()).toEqual({});
  const ledger = (await client.call(listCommands, all)).objects;
  expect(ledger.map(({ type, state, device_alias }) => `${type} of ${device_alias}: ${state}`).toSorted()).toEqual([
    'delete of away: done',
    'delete of connected: done',
  ]);
  await eventually(() => expect(connected.ends).toEqual(['deleted']));

  expect(away.ends).toEqual(['stopped']);
  await away.turnOn();
  await eventually(() => expect(away.ends).toEqual(['stopped', 'deleted']));
  // It has no identity left with which it could come back.
  await expect(away.turnOn()).rejects.toThrow('not enrolled');
  expect(await states()).toEqual({});
});
