import { devices } from '@vigil/shared/platform/db/schema/devices';
import { maintenanceWindows } from '@vigil/shared/platform/db/schema/maintenance-windows';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { createAlertWorld, type AlertWorld } from '../testing/alert-world.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';

const test = workersTest();
const MINUTE = 60;

let world: AlertWorld;
let company: WorkersTestContext['company'];
test.beforeAll(async ({ workers }) => {
  world = await createAlertWorld(workers);
  ({ company } = workers);
});
beforeEach(async () => {
  await world.system((tx) => tx.delete(maintenanceWindows));
  await world.reset();
  await world.setThreshold('IW1', { minutes: 2 });
});

type Window = Partial<typeof maintenanceWindows.$inferInsert>;

/** From now on. */
const addWindow = (seconds: number, more: Window) =>
  world.system((tx) =>
    tx.insert(maintenanceWindows).values({
      companyFk: company,
      startAt: new Date(world.now()),
      endAt: new Date(world.now() + seconds * 1_000),
      timeZoneId: 16,
      ...more,
    }),
  );

const readIncidents = () =>
  world.system((tx) =>
    tx.execute<{ cause: string; devices: number }>(
      sql`select cause, device_count as devices from incidents order by pk`,
    ),
  );

test('alerts of a window are recorded and told to nobody; what is still wrong five minutes after it is one incident', async () => {
  const pks = [];
  for (let n = 0; n < 4; n += 1)
    pks.push(await world.addDevice({ group: await world.addGroup(`Floor ${n}`), address: `203.0.113.${n}` }));
  await addWindow(10 * MINUTE, { groupFk: world.root });
  for (const pk of pks) await world.disconnect(pk);
  await world.pass(9 * MINUTE);
  expect(await world.count()).toEqual({ alerts: 4, incidents: 0, mails: 0 });
  for (const pk of pks.slice(2)) await world.connect(pk);
  await world.pass(6 * MINUTE - 20);
  expect(await world.count()).toEqual({ alerts: 4, incidents: 0, mails: 0 });
  await world.pass(2 * MINUTE);
  expect(await world.count()).toEqual({ alerts: 4, incidents: 1, mails: 1 });
  expect(await readIncidents()).toEqual([{ cause: 'group', devices: 2 }]);
});

test('one device that is still wrong is an incident of its own, although it had one shortly before the window', async () => {
  const pk = await world.addDevice();
  await world.disconnect(pk);
  await world.pass(3 * MINUTE);
  await world.connect(pk);
  await world.pass(4 * MINUTE);
  expect(await world.count()).toEqual({ alerts: 1, incidents: 1, mails: 2 });
  await addWindow(10 * MINUTE, { devicePks: [pk] });
  await world.disconnect(pk);
  await world.pass(14 * MINUTE);
  expect(await world.count()).toEqual({ alerts: 2, incidents: 1, mails: 2 });
  await world.pass(2 * MINUTE);
  expect(await world.count()).toEqual({ alerts: 2, incidents: 2, mails: 3 });
});

test('two windows that end apart are two incidents, each with the name of its own device or group', async () => {
  const [left, right] = [await world.addGroup('Left'), await world.addGroup('Right')];
  const single = await world.addDevice({ group: left, address: '203.0.113.1' });
  const several = [
    await world.addDevice({ group: right, address: '203.0.113.2' }),
    await world.addDevice({ group: right, address: '203.0.113.3' }),
  ];
  await addWindow(5 * MINUTE, { devicePks: [single] });
  await addWindow(5 * MINUTE + 20, { groupFk: right });
  for (const pk of [single, ...several]) await world.disconnect(pk);
  await world.pass(11 * MINUTE);
  const named = await world.system((tx) =>
    tx.execute(sql`select cause, name, device_count as devices from incidents order by pk`),
  );
  expect([...named]).toEqual([
    { cause: 'device', name: 'PC', devices: 1 },
    { cause: 'group', name: 'Right', devices: 2 },
  ]);
});

test('what begins within the five minutes after a window belongs to it', async () => {
  const pk = await world.addDevice();
  await addWindow(5 * MINUTE, { isForAll: true });
  await world.pass(4 * MINUTE);
  await world.disconnect(pk);
  await world.pass(5 * MINUTE);
  expect(await world.count()).toEqual({ alerts: 1, incidents: 0, mails: 0 });
  await world.connect(pk);
  await world.pass(5 * MINUTE);
  expect(await world.count()).toEqual({ alerts: 1, incidents: 0, mails: 0 });
});

test('a window ends early, and when it is deleted', async () => {
  const pk = await world.addDevice();
  await addWindow(60 * MINUTE, { devicePks: [pk] });
  await world.disconnect(pk);
  await world.pass(5 * MINUTE);
  await world.system((tx) => tx.update(maintenanceWindows).set({ removedAt: new Date(world.now()) }));
  await world.pass(4 * MINUTE);
  expect(await world.count()).toEqual({ alerts: 1, incidents: 0, mails: 0 });
  await world.pass(2 * MINUTE);
  expect(await world.count()).toEqual({ alerts: 1, incidents: 1, mails: 1 });
});

test('devices outside of a window are told as ever; tags are compared without case, and groups with all below them', async () => {
  const below = await world.addGroup('Below', await world.addGroup('Above'));
  const above = (
    await world.system((tx) => tx.execute<{ pk: number }>(sql`select pk from device_groups where name = 'Above'`))
  )[0]?.pk;
  const [tagged, inGroup, other] = [
    await world.addDevice({ address: '203.0.113.1' }),
    await world.addDevice({ group: below, address: '203.0.113.2' }),
    await world.addDevice({ address: '203.0.113.3' }),
  ];
  await world.system((tx) =>
    tx
      .update(devices)
      .set({ tags: ['Kiosk'] })
      .where(eq(devices.pk, tagged)),
  );
  await addWindow(60 * MINUTE, { tags: ['kiosk'] });
  await addWindow(60 * MINUTE, { groupFk: above as never });
  for (const pk of [tagged, inGroup, other]) await world.disconnect(pk);
  await world.pass(4 * MINUTE);
  expect(await world.count()).toEqual({ alerts: 3, incidents: 1, mails: 1 });
  expect(await readIncidents()).toEqual([{ cause: 'device', devices: 1 }]);
});
