import { sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { createAlertWorld, type AlertWorld } from '../testing/alert-world.ts';
import { workersTest } from '../testing/fixture.ts';

const test = workersTest();
const MINUTE = 60;
const SITE = 4;

let world: AlertWorld;
test.beforeAll(async ({ workers }) => {
  world = await createAlertWorld(workers);
});
beforeEach(async () => {
  await world.system((tx) => tx.delete(channels));
  await world.reset();
  await world.setThreshold('IW1', { minutes: 1 });
  await world.addChannel();
});

async function addSite(): Promise<DevicePk[]> {
  const devices: DevicePk[] = [];
  for (let n = 0; n < SITE; n += 1) devices.push(await world.addDevice({ address: '203.0.113.7' }));
  return devices;
}
const disconnect = async (devices: readonly DevicePk[]) => {
  for (const device of devices) await world.disconnect(device);
};
const connect = async (devices: readonly DevicePk[]) => {
  for (const device of devices) await world.connect(device);
};
const readEvents = () =>
  world.system(async (tx) =>
    (await tx.select({ event: channelDeliveries.event }).from(channelDeliveries).orderBy(channelDeliveries.pk)).map(
      ({ event }) => event,
    ),
  );
const readStates = () =>
  world.system(async (tx) =>
    (await tx.execute<{ state: number }>(sql`select state from incidents order by pk`)).map(({ state }) => state),
  );
const readSubjects = async () => (await world.mails()).map(({ subject }) => subject.split(':')[0]);

test('a site that was told as over and then fails for good is a new incident for bell, mail and webhook', async () => {
  const devices = await addSite();
  await disconnect(devices.slice(1));
  await world.pass(3 * MINUTE);
  await world.system((tx) => tx.execute(sql`update incidents set state = 1, acknowledged_at = now()`));
  await connect(devices);
  await world.pass(4 * MINUTE);
  expect(await readEvents()).toEqual(['opened', 'resolved']);
  await disconnect(devices);
  await world.pass(4 * MINUTE);
  expect(await readStates()).toEqual([2, 0]);
  expect(await readSubjects()).toEqual(['Incident', 'Over', 'Incident']);
  expect(await readEvents()).toEqual(['opened', 'resolved', 'opened']);
});

test('a site that comes and goes within minutes is one incident, which is told once', async () => {
  const devices = await addSite();
  await disconnect(devices);
  await world.pass(3 * MINUTE);
  for (let times = 0; times < 3; times += 1) {
    await connect(devices);
    await world.pass(MINUTE);
    await disconnect(devices);
    await world.pass(2 * MINUTE);
  }
  expect(await readStates()).toEqual([0]);
  expect(await readSubjects()).toEqual(['Incident']);
  expect(await readEvents()).toEqual(['opened']);
  await connect(devices);
  await world.pass(4 * MINUTE);
  expect(await readSubjects()).toEqual(['Incident', 'Over']);
  expect(await readEvents()).toEqual(['opened', 'resolved']);
});
