import { beforeEach, expect } from 'vitest';
import { createAlertWorld, type AlertWorld } from '../testing/alert-world.ts';
import { workersTest } from '../testing/fixture.ts';

const test = workersTest();
const MINUTE = 60;

let world: AlertWorld;
test.beforeAll(async ({ workers }) => {
  world = await createAlertWorld(workers);
});
beforeEach(async () => {
  await world.reset();
  await world.setThreshold('IW1', { minutes: 5 });
});

const nothing = { alerts: 0, incidents: 0, mails: 0 };
const addDevices = async (count: number) => {
  const devices = [];
  for (let n = 0; n < count; n += 1)
    devices.push(await world.addDevice({ group: await world.addGroup(`Floor ${n}`), address: `203.0.113.${n}` }));
  return devices;
};

test('all gateways away for six minutes is no alert, and who stays away is told once, five minutes after the return', async () => {
  const devices = await addDevices(4);
  await world.pass(MINUTE);
  for (const device of devices) await world.disconnect(device);
  world.setGateways(false);
  await world.pass(6 * MINUTE);
  expect(await world.count()).toEqual(nothing);
  world.setGateways(true);
  for (const device of devices.slice(2)) await world.connect(device);
  await world.pass(4 * MINUTE);
  expect(await world.count()).toEqual(nothing);
  await world.pass(2 * MINUTE);
  expect(await world.count()).toEqual({ alerts: 2, incidents: 1, mails: 1 });
});

test('workers away for twenty minutes raise nothing when they return', async () => {
  const devices = await addDevices(3);
  await world.pass(MINUTE);
  world.setWorkers(false);
  await world.pass(5 * MINUTE);
  for (const device of devices) await world.disconnect(device);
  await world.pass(15 * MINUTE);
  world.setWorkers(true);
  await world.pass(20);
  expect(await world.count()).toEqual(nothing);
  for (const device of devices) await world.connect(device);
  await world.pass(6 * MINUTE);
  expect(await world.count()).toEqual(nothing);
});

test('an alert that is open stays open while servers are away', async () => {
  const [device] = await addDevices(1);
  if (!device) throw new Error('a device was added');
  await world.disconnect(device);
  await world.pass(7 * MINUTE);
  const told = await world.count();
  expect(told).toEqual({ alerts: 1, incidents: 1, mails: 1 });
  world.setGateways(false);
  await world.pass(6 * MINUTE);
  world.setGateways(true);
  await world.pass(MINUTE);
  expect(await world.count()).toEqual(told);
});
