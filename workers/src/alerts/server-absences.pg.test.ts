import type { CompanyPk } from '@vigil/shared/contract/ids';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { maintenanceWindows } from '@vigil/shared/platform/db/schema/maintenance-windows';
import { beforeEach, expect } from 'vitest';
import { createAlertWorld, type AlertWorld } from '../testing/alert-world.ts';
import { workersTest } from '../testing/fixture.ts';

const test = workersTest();
const MINUTE = 60;

let world: AlertWorld;
let company: CompanyPk;
test.beforeAll(async ({ workers }) => {
  world = await createAlertWorld(workers);
  ({ company } = workers);
});
beforeEach(async () => {
  await world.system((tx) => tx.delete(maintenanceWindows));
  await world.reset();
  await world.setThreshold('IW1', { minutes: 5 });
});

const readIncidents = () =>
  world.system((tx) =>
    tx
      .select({ cause: incidents.cause, name: incidents.name, devices: incidents.deviceCount })
      .from(incidents)
      .orderBy(incidents.pk),
  );
/** Evaluates until there are so many incidents. */
const passUntil = async (count: number) => {
  for (let evaluations = 0; (await readIncidents()).length < count && evaluations < 60; evaluations += 1)
    await world.pass(10);
};
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

test('what was held back joins the incident of an absence only while nobody was told of it, and changes its cause', async () => {
  const floor = await world.addGroup('Floor');
  const [first, second, third, ...late] = await addDevices(5);
  for (const device of [first!, second!]) await world.move(device, floor);
  await world.disconnect(first!);
  await world.disconnect(second!);
  await world.pass(10);
  await world.disconnect(third!);
  await world.pass(MINUTE);
  for (const device of late) await world.disconnect(device);
  world.setGateways(false);
  await world.pass(6 * MINUTE);
  world.setGateways(true);
  await world.pass(4 * MINUTE);
  await passUntil(1);
  expect(await readIncidents()).toEqual([{ cause: 'group', name: 'Floor', devices: 2 }]);
  await world.pass(2 * MINUTE);
  expect(await readIncidents()).toEqual([
    { cause: 'group', name: 'ROOT', devices: 3 },
    { cause: 'group', name: 'ROOT', devices: 2 },
  ]);
});

test('a window that ends while servers return has an incident of its own', async () => {
  const devices = await addDevices(3);
  const [quiet, ...away] = devices;
  await world.system((tx) =>
    tx.insert(maintenanceWindows).values({
      companyFk: company,
      startAt: new Date(world.now()),
      endAt: new Date(world.now() + 7 * MINUTE * 1_000),
      timeZoneId: 16,
      devicePks: [quiet!],
    }),
  );
  await world.disconnect(quiet!);
  await world.pass(MINUTE);
  for (const device of away) await world.disconnect(device);
  world.setGateways(false);
  await world.pass(6 * MINUTE);
  world.setGateways(true);
  await world.pass(6 * MINUTE);
  expect((await readIncidents()).map(({ cause, devices: count }) => [cause, count])).toEqual([
    ['device', 1],
    ['group', 2],
  ]);
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
