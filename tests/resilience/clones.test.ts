import { readCloneEvidence, resolveClone } from '@vigil/shared/contract/http/device-clone';
import { changeDeviceApproval, listDevices, readDevice } from '@vigil/shared/contract/http/devices';
import type { Client } from '../support/client.ts';
import { Computer } from '../support/computer.ts';
import { eventually } from '../support/eventually.ts';
import { expect, test } from '../support/system-test.ts';

const devicesOf = async (client: Client) => (await client.call(listDevices, { query: { search_mode: 'all' } })).objects;
const params = ({ pk }: { pk: number }) => ({ params: { pk: String(pk) } });

test('[HELLO-8] [HELLO-10] a copied disk is told from the original, split by one call, and a device of its own then', async ({
  start,
}) => {
  const stack = await start({ gateways: 2, env: { AGENT_BUDGET_FACTOR: '100' } });
  const client = await stack.signIn();
  using original = new Computer(stack, { name: 'Original', mac: '02:00:00:00:00:01' });
  await original.turnOn(await stack.operator.enrolToken(1));
  await eventually(() => expect(original.isConnected).toBe(true));
  const guid = original.guid;

  // The copy is refused while the original is connected, and neither loses its connection.
  using copy = new Computer(stack, { name: 'Copy', mac: '02:00:00:00:00:02', copyOf: original });
  await copy.turnOn();
  const device = await eventually(async () => {
    const [row] = await devicesOf(client);
    expect(row).toMatchObject({ guid, possible_clone: 1, alive: 1 });
    return row!;
  });
  expect([original.isConnected, original.ends]).toEqual([true, []]);
  const { objects: seen } = await client.call(readCloneEvidence, params(device));
  expect([seen.own?.mac_addr, seen.others[0]?.mac_addr]).toEqual(['02:00:00:00:00:01', '02:00:00:00:00:02']);

  // While the original is off, the copy takes its place; the original displaces it when it is back.
  original.turnOff();
  await eventually(() => expect(copy.isConnected).toBe(true));
  await original.turnOn();
  await eventually(() => expect([original.isConnected, copy.isConnected]).toEqual([true, false]));
  expect(copy.ends).toEqual([]);

  // The API is killed right after the split: the copy needs it, and waits for it.
  await client.call(resolveClone, { ...params(device), body: { action: 'split' } });
  await stack.api.kill();
  await stack.gateways[0]?.kill();
  await stack.gateways[0]?.start();
  await stack.api.start();
  await eventually(() => expect([copy.isConnected, copy.ends]).toEqual([true, ['restart']]));
  await eventually(() => expect(original.isConnected).toBe(true));
  expect([original.guid, copy.guid === guid]).toEqual([guid, false]);
  const rows = await eventually(async () => {
    const list = await devicesOf(client);
    expect(list.map(({ alive, possible_clone }) => [alive, possible_clone])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    return list;
  });
  const made = rows.find((row) => row.guid === copy.guid);
  expect(made).toMatchObject({ alias: 'Copy', approval: 0, device_group_fk: device.device_group_fk });

  // Another copy of the same disk is a new case.
  using third = new Computer(stack, { name: 'Copy 2', mac: '02:00:00:00:00:03', copyOf: original });
  await third.turnOn();
  await eventually(async () =>
    expect((await client.call(readDevice, params(device))).objects[0]?.possible_clone).toBe(1),
  );
  await client.call(changeDeviceApproval, { ...params(device), body: { approval: 1 } });
});
