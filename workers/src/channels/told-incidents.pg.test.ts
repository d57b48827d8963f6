import { MAX_KEPT_DELIVERIES } from '@vigil/shared/contract/limits';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { maintenanceWindows } from '@vigil/shared/platform/db/schema/maintenance-windows';
import { sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { createAlertWorld, type AlertWorld } from '../testing/alert-world.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { deleteOldDeliveries } from './delivery-queries.ts';

const test = workersTest();
const MINUTE = 60;

let world: AlertWorld;
let workers: WorkersTestContext;
test.beforeAll(async ({ workers: started }) => {
  workers = started;
  world = await createAlertWorld(started);
});
beforeEach(async () => {
  await world.system(async (tx) => {
    await tx.delete(channels);
    await tx.delete(maintenanceWindows);
  });
  await world.reset();
  await world.setThreshold('IW1', { minutes: 2 });
});

const readEvents = () =>
  world.system(async (tx) =>
    (await tx.select({ event: channelDeliveries.event }).from(channelDeliveries).orderBy(channelDeliveries.pk)).map(
      ({ event }) => event,
    ),
  );

test('the end is told also of an incident whose beginning is older than the deliveries that are kept', async () => {
  await world.addChannel();
  const device = await world.addDevice();
  await world.disconnect(device);
  await world.pass(4 * MINUTE);
  await world.connect(device);
  await world.pass(10);
  const [channel] = await world.system((tx) => tx.select().from(channels));
  const at = new Date(world.now());
  const later = { companyFk: workers.company, channelFk: channel!.pk, event: 'test', body: {}, createdAt: at } as const;
  const clean = () =>
    world.system(async (tx) => {
      await tx.update(channelDeliveries).set({ state: 'delivered' });
      await tx
        .insert(channelDeliveries)
        .values(
          Array.from({ length: MAX_KEPT_DELIVERIES }, () => ({ ...later, state: 'delivered' as const, nextTryAt: at })),
        );
      await deleteOldDeliveries(tx, channel!.pk);
    });
  await clean();
  await world.pass(4 * MINUTE);
  const told = async () => (await readEvents()).filter((event) => event !== 'test');
  expect(await told()).toEqual(['opened', 'resolved']);
  await clean();
  await world.pass(MINUTE);
  expect(await told()).toEqual([]);
});

test('an incident does not escalate while the devices of its open alerts are in maintenance', async () => {
  await world.addChannel({ afterMinutes: 10 });
  const devices = [await world.addDevice(), await world.addDevice()];
  for (const device of devices) await world.disconnect(device);
  await world.pass(4 * MINUTE);
  const quieten = (devicePks: typeof devices) =>
    world.system((tx) =>
      tx.insert(maintenanceWindows).values({
        companyFk: workers.company,
        startAt: new Date(world.now()),
        endAt: new Date(world.now() + 20 * MINUTE * 1_000),
        timeZoneId: 16,
        devicePks,
      }),
    );
  await quieten(devices);
  await world.pass(15 * MINUTE);
  expect(await readEvents()).toEqual([]);
  // Quiet for one of them is not quiet for the incident.
  await world.system((tx) => tx.execute(sql`delete from maintenance_windows`));
  await quieten(devices.slice(1));
  await world.pass(10);
  expect(await readEvents()).toEqual(['escalated']);
});
