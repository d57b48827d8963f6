import type { DevicePk } from '@vigil/shared/contract/ids';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { BusMessageOf } from '@vigil/shared/platform/bus/messages';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { alertThresholds } from '@vigil/shared/platform/db/schema/records';
import { sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { createAlertWorld, type AlertWorld } from '../testing/alert-world.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { companiesToEvaluate } from './queries.ts';

const test = workersTest();
const MINUTE = 60;
const SITE = 4;

let world: AlertWorld;
let context: WorkersTestContext;
test.beforeAll(async ({ workers }) => {
  context = workers;
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

const mailsTo = async (address: string) => (await world.mails()).filter(({ to }) => to === address);
const setContact = (group: number, address: string) =>
  world.system((tx) => tx.execute(sql`update device_groups set manager_email = ${address} where pk = ${group}`));

test('readers of a group whose device joins an incident later are told once, and the others no second time', async () => {
  const [here, there] = [await world.addGroup('Here'), await world.addGroup('There')];
  await setContact(here, 'here@vigil.test');
  await setContact(there, 'there@vigil.test');
  const site = [];
  for (let n = 0; n < 3; n += 1) site.push(await world.addDevice({ group: here, address: '203.0.113.7' }));
  const late = await world.addDevice({ group: there, address: '203.0.113.7' });
  await disconnect(site);
  await world.pass(40);
  await world.disconnect(late);
  await world.pass(3 * MINUTE);
  expect(await readStates()).toEqual([0]);
  const subjectsOf = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject.split(':')[0]);
  for (const address of ['here@vigil.test', 'there@vigil.test', 'anna@vigil.test'])
    expect([address, await subjectsOf(address)]).toEqual([address, ['Incident']]);
  await connect([...site, late]);
  await world.pass(4 * MINUTE);
  for (const address of ['here@vigil.test', 'there@vigil.test', 'anna@vigil.test'])
    expect([address, await subjectsOf(address)]).toEqual([address, ['Incident', 'Over']]);
});

test('who was told of the opening is told of the end, also when the device was moved or deleted', async () => {
  const [here, there] = [await world.addGroup('Here'), await world.addGroup('There')];
  await setContact(here, 'here@vigil.test');
  await world.system((tx) => tx.delete(channels));
  await world.addChannel({ groupPks: [here] });
  const moved = await world.addDevice({ group: here, address: '203.0.113.1' });
  const deleted = await world.addDevice({ group: here, address: '203.0.113.2' });
  for (const device of [moved, deleted]) {
    await world.disconnect(device);
    await world.pass(3 * MINUTE);
  }
  const announced: BusMessageOf<'incidents'>['rows'][number][] = [];
  await createSubscriber(context.deps)(busChannels.company(context.company), (message) => {
    if (message.t === 'incidents') announced.push(...message.rows);
  });
  await world.move(moved, there);
  await world.connect(moved);
  await world.system((tx) => tx.execute(sql`delete from devices where pk = ${deleted}`));
  await world.pass(4 * MINUTE);
  expect(await readStates()).toEqual([2, 2]);
  expect(await readEvents()).toEqual(['opened', 'opened', 'resolved', 'resolved']);
  const subjects = (await mailsTo('here@vigil.test')).map(({ subject }) => subject.split(':')[0]);
  expect(subjects).toEqual(['Incident', 'Incident', '2 incidents are over']);
  await eventually(() =>
    expect(announced.map(({ state, groups }) => [state, groups])).toEqual(
      expect.arrayContaining([
        [2, []],
        [2, [[there, 1]]],
      ]),
    ),
  );
});

test('a company whose last threshold is removed is evaluated until its ends are told', async () => {
  const [device] = await addSite();
  await world.disconnect(device!);
  await world.pass(3 * MINUTE);
  await world.system((tx) => tx.delete(alertThresholds));
  await world.pass(10);
  expect(await readStates()).toEqual([2]);
  const isEvaluated = async () => (await world.system((tx) => companiesToEvaluate(tx))).includes(context.company);
  expect(await isEvaluated()).toBe(true);
  await world.pass(4 * MINUTE);
  expect(await readSubjects()).toEqual(['Incident', 'Over']);
  expect(await readEvents()).toEqual(['opened', 'resolved']);
  expect(await isEvaluated()).toBe(false);
});
