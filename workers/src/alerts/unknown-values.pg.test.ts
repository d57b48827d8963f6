import { alerts } from '@vigil/shared/platform/db/schema/records';
import { beforeEach, expect } from 'vitest';
import { createAlertWorld, type AlertWorld } from '../testing/alert-world.ts';
import { workersTest } from '../testing/fixture.ts';

const test = workersTest();
const MINUTE = 60;
const HOUR = 3_600;
const fullDisk = { hdd_usage: 95, cpu_usage: 10 };

let world: AlertWorld;
test.beforeAll(async ({ workers }) => {
  world = await createAlertWorld(workers);
});
beforeEach(() => world.reset());

/** A device with a full disk that has been told. */
async function addFullDevice() {
  await world.setThreshold('IW4', { value: 90 });
  const device = await world.addDevice();
  world.measures(device, fullDisk);
  await world.pass(MINUTE + 30);
  expect(await world.count()).toEqual({ alerts: 1, incidents: 1, mails: 1 });
  return device;
}
const once = { alerts: 1, incidents: 1, mails: 1 };

test('a reboot of three minutes with a full disk is one alert, one incident and one mail', async () => {
  const device = await addFullDevice();
  await world.disconnect(device);
  await world.pass(3 * MINUTE);
  expect(await world.alerts()).toMatchObject([
    { isOpen: true, isUnknown: true, value: 95, lastValue: 95, noData: false },
  ]);
  await world.connect(device);
  await world.pass(MINUTE);
  expect(await world.alerts()).toMatchObject([{ isOpen: true, isUnknown: false }]);
  expect(await world.count()).toEqual(once);
  // A fine value ends it.
  world.measures(device, { hdd_usage: 50 });
  await world.pass(4 * MINUTE);
  expect(await world.alerts()).toMatchObject([{ isOpen: false, endReason: 'recovered' }]);
  expect(await world.count()).toEqual({ alerts: 1, incidents: 1, mails: 2 });
});

test('the spans in which a value was not known are kept, and the last twenty of them', async () => {
  const device = await addFullDevice();
  const readSpans = async () => {
    const [row] = await world.system((tx) => tx.select({ spans: alerts.unknownSpans }).from(alerts));
    return row?.spans ?? [];
  };
  const since = world.now();
  await world.disconnect(device);
  await world.pass(3 * MINUTE);
  expect(await readSpans()).toEqual([]);
  await world.connect(device);
  await world.pass(10);
  const [[from, until] = [0, 0], ...others] = await readSpans();
  expect([from - since, until - since, others]).toEqual([0, (3 * MINUTE + 10) * 1_000, []]);
  for (let times = 0; times < 20; times += 1) {
    world.measures(device, { cpu_usage: 10 });
    await world.pass(10);
    world.measures(device, fullDisk);
    await world.pass(10);
  }
  const spans = await readSpans();
  expect(spans).toHaveLength(20);
  expect(spans[0]?.[0]).toBeGreaterThan(until);
});

test('the mails tell value, limit and how long it lasted', async () => {
  const device = await addFullDevice();
  world.measures(device, { hdd_usage: 50 });
  await world.pass(4 * MINUTE);
  expect(await world.mails()).toMatchObject([
    { subject: 'Incident: PC: Disk usage 95% (limit 90%)' },
    { subject: 'Over: PC: Disk usage 95% (limit 90%)', text: expect.stringMatching(/\(1 min\)/u) as string },
  ]);
});

test('a value that is missing once ends no alert', async () => {
  const device = await addFullDevice();
  world.measures(device, { cpu_usage: 10 });
  await world.pass(10);
  expect(await world.alerts()).toMatchObject([{ isOpen: true, isUnknown: true, lastValue: 95 }]);
  world.measures(device, fullDisk);
  await world.pass(MINUTE);
  expect(await world.alerts()).toMatchObject([{ isOpen: true, isUnknown: false }]);
  expect(await world.count()).toEqual(once);
});

test('Redis that is emptied ends no alert and begins none', async () => {
  const device = await addFullDevice();
  await world.setThreshold('IW1', { minutes: 1 });
  // It went away once, long ago, and is connected since.
  await world.disconnect(device);
  await world.pass(20);
  await world.connect(device);
  await world.pass(5 * MINUTE);
  await world.emptyRedis();
  await world.pass(30);
  expect(await world.alerts()).toMatchObject([{ code: 'IW4', isOpen: true, isUnknown: true, lastValue: 95 }]);
  await world.connect(device);
  await world.pass(MINUTE);
  expect(await world.alerts()).toMatchObject([{ isOpen: true, isUnknown: false }]);
  expect(await world.count()).toEqual(once);
});

test('a device that is moved keeps its alert where the threshold holds, also while it is off, and loses it elsewhere', async () => {
  const [inherits, without] = [await world.addGroup('Inherits'), await world.addGroup('Without')];
  const device = await addFullDevice();
  await world.move(device, inherits);
  await world.pass(20);
  expect(await world.alerts()).toMatchObject([{ isOpen: true, isUnknown: false }]);
  await world.disconnect(device);
  await world.setThreshold('IW4', { value: 99 }, without);
  await world.move(device, without);
  await world.pass(20);
  expect(await world.alerts()).toMatchObject([{ isOpen: false, endReason: 'threshold' }]);
});

test('a device that is moved to a group for which nothing holds loses its alert, although its disk is still full', async () => {
  const [watched, other] = [await world.addGroup('Watched'), await world.addGroup('Other')];
  await world.setThreshold('IW4', { value: 90 }, watched);
  const device = await world.addDevice({ group: watched });
  world.measures(device, fullDisk);
  await world.pass(MINUTE);
  expect(await world.alerts()).toMatchObject([{ isOpen: true }]);
  await world.move(device, other);
  await world.pass(MINUTE);
  expect(await world.alerts()).toMatchObject([{ isOpen: false, endReason: 'threshold', lastValue: 95 }]);
});

test('a threshold that changes from 90 to 91 leaves an alert of 95 alone and ends one of 90.5', async () => {
  const device = await addFullDevice();
  await world.setThreshold('IW4', { value: 91 });
  await world.pass(MINUTE);
  expect(await world.alerts()).toMatchObject([{ isOpen: true, limit: 91 }]);
  expect(await world.count()).toEqual(once);
  await world.setThreshold('IW4', { value: 90 });
  world.measures(device, { hdd_usage: 90.5 });
  await world.pass(2 * MINUTE);
  await world.disconnect(device);
  await world.pass(20);
  await world.setThreshold('IW4', { value: 91 });
  await world.pass(20);
  expect(await world.alerts()).toMatchObject([{ isOpen: false, endReason: 'threshold', lastValue: 90.5 }]);
});

test('samples that stop make a value unknown after a minute, are told as no data after five, and end an alert after a day', async () => {
  const device = await addFullDevice();
  world.measures(device, null);
  await world.pass(50);
  expect(await world.alerts()).toMatchObject([{ isOpen: true, isUnknown: false }]);
  await world.pass(20);
  expect(await world.alerts()).toMatchObject([{ isOpen: true, isUnknown: true, noData: false }]);
  await world.pass(5 * MINUTE);
  expect(await world.alerts()).toMatchObject([{ isOpen: true, isUnknown: true, noData: true }]);
  expect(await world.count()).toEqual(once);
  await world.skip(24 * HOUR);
  await world.pass(20);
  const over = { isOpen: false, endReason: 'silence' };
  expect(await world.alerts()).toMatchObject([over, { isOpen: true, noData: true }]);
  // That nothing comes does not change by itself.
  await world.skip(24 * HOUR);
  await world.pass(20);
  expect(await world.alerts()).toMatchObject([over, { isOpen: true, noData: true }]);
});

test('a device that is off for a day ends its alerts as not seen again', async () => {
  const device = await addFullDevice();
  await world.disconnect(device);
  await world.pass(10);
  await world.skip(23 * HOUR);
  await world.pass(10);
  expect(await world.alerts()).toMatchObject([{ isOpen: true, isUnknown: true }]);
  await world.skip(HOUR);
  await world.pass(10);
  expect(await world.alerts()).toMatchObject([{ isOpen: false, endReason: 'silence' }]);
});

test('a connected device that sends nothing for five minutes is an incident of its own, until it sends', async () => {
  await world.setThreshold('IW4', { value: 90 });
  await world.setThreshold('IW2', { value: 90 });
  const device = await world.addDevice();
  world.measures(device, { cpu_usage: 1 });
  await world.pass(MINUTE);
  world.measures(device, null);
  await world.pass(4 * MINUTE);
  expect(await world.count()).toEqual({ alerts: 0, incidents: 0, mails: 0 });
  await world.pass(2 * MINUTE);
  expect(await world.alerts()).toMatchObject([{ code: 'IW2', value: null, limit: 90, noData: true, isOpen: true }]);
  expect(await world.count()).toEqual(once);
  world.measures(device, { cpu_usage: 1 });
  await world.pass(20);
  expect(await world.alerts()).toMatchObject([{ isOpen: false, endReason: 'recovered' }]);
});

test('after a reconnect the sample of before is not compared', async () => {
  await world.setThreshold('IW2', { value: 90 });
  const device = await world.addDevice();
  world.measures(device, { cpu_usage: 99 });
  await world.pass(10);
  await world.disconnect(device);
  world.measures(device, null);
  await world.pass(10);
  await world.connect(device);
  await world.pass(50);
  expect(await world.alerts()).toEqual([]);
});

test('a value has to be over its threshold three times, one after the other', async () => {
  await world.setThreshold('IW2', { value: 90 });
  const device = await world.addDevice();
  for (const cpu_usage of [95, 95, 50, 95, 95]) {
    world.measures(device, { cpu_usage });
    await world.pass(10);
  }
  expect(await world.alerts()).toEqual([]);
  world.measures(device, { cpu_usage: 96 });
  await world.pass(10);
  expect(await world.alerts()).toMatchObject([{ code: 'IW2', value: 96, limit: 90 }]);
});

test('an open alert names the fan that is the cause now', async () => {
  await world.setThreshold('IW7', { value: 500 });
  const device = await world.addDevice();
  world.measures(device, { fan_speed: 0, fan: 'Rear fan' });
  await world.pass(MINUTE);
  world.measures(device, { fan_speed: 100, fan: 'Front fan' });
  await world.pass(MINUTE + 10);
  expect(await world.alerts()).toMatchObject([{ value: 0, lastValue: 100, sensor: 'Front fan', isOpen: true }]);
  // A laptop that is cool says nothing.
  world.measures(device, { cpu_usage: 1 });
  await world.pass(MINUTE);
  expect(await world.alerts()).toMatchObject([{ sensor: 'Front fan', isOpen: true, isUnknown: true }]);
  expect(await world.count()).toEqual(once);
});
