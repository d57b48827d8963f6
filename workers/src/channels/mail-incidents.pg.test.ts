import { mailtoUrl } from '@vigil/shared/platform/channels';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { users } from '@vigil/shared/platform/db/schema/users';
import { beforeEach, expect } from 'vitest';
import { createAlertWorld, type AlertWorld } from '../testing/alert-world.ts';
import { workersTest } from '../testing/fixture.ts';

const test = workersTest();
const MINUTE = 60;
const DUTY = 'duty+night@partner.test';
const DESK = 'desk@partner.test';

let world: AlertWorld;
test.beforeAll(async ({ workers }) => {
  world = await createAlertWorld(workers);
});
beforeEach(async () => {
  await world.system((tx) => tx.delete(channels));
  await world.reset();
  await world.setThreshold('IW1', { minutes: 2 });
});

const addMailChannel = (more: { afterMinutes?: number } = {}) =>
  world.addChannel({ kind: 'mail', sealedSecret: null, ...more }, mailtoUrl([DUTY, DESK]));
const mailsTo = async (address: string) =>
  (await world.mails()).filter(({ to }) => to === address).map(({ subject }) => subject);
const readDeliveries = () => world.system((tx) => tx.select().from(channelDeliveries).orderBy(channelDeliveries.pk));

test('each address of a mail channel gets one mail about all that began at once, and one when it is over', async () => {
  await addMailChannel();
  const pks = [];
  for (const name of ['One', 'Two', 'Three'])
    pks.push(await world.addDevice({ group: await world.addGroup(name), address: `203.0.113.${pks.length}` }));
  for (const pk of pks) await world.disconnect(pk);
  await world.pass(4 * MINUTE);
  expect(await mailsTo(DUTY)).toEqual(['3 incidents began']);
  expect(await mailsTo(DESK)).toEqual(['3 incidents began']);
  expect(await readDeliveries()).toMatchObject(
    pks.map(() => ({ event: 'opened', state: 'delivered', status: null, error: '' })),
  );
  for (const pk of pks) await world.connect(pk);
  await world.pass(4 * MINUTE);
  expect(await mailsTo(DUTY)).toEqual(['3 incidents began', '3 incidents are over']);
});

test('quiet hours of users delay no mail of a channel', async () => {
  await addMailChannel();
  const quietHours = { from: '00:00', to: '23:59', week_days: [1, 2, 3, 4, 5, 6, 7] };
  await world.system((tx) => tx.update(users).set({ quietHours }));
  const pk = await world.addDevice();
  await world.disconnect(pk);
  await world.pass(4 * MINUTE);
  const due = new Map((await world.mails()).map(({ to, dueAt }) => [to, dueAt.getTime()]));
  expect(due.get('anna@vigil.test')).toBeGreaterThan(world.now());
  expect(due.get(DUTY)).toBe(0);
});

test('a mail channel that waits is told of what nobody acknowledges', async () => {
  await addMailChannel({ afterMinutes: 10 });
  const pk = await world.addDevice();
  await world.disconnect(pk);
  await world.pass(4 * MINUTE);
  expect(await mailsTo(DUTY)).toEqual([]);
  await world.pass(10 * MINUTE);
  expect(await mailsTo(DUTY)).toEqual(['Incident: PC: Disconnected']);
});
