import type { DeliveryPk } from '@vigil/shared/contract/ids';
import type { DeliveryEvent } from '@vigil/shared/contract/names';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { createAlertWorld, type AlertWorld } from '../testing/alert-world.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { claimDelivery, findDueDeliveries, recordAttempt } from './delivery-queries.ts';

const test = workersTest();
const IN_FLIGHT = 4;

let world: AlertWorld;
let workers: WorkersTestContext;
test.beforeAll(async ({ workers: started }) => {
  workers = started;
  world = await createAlertWorld(started);
});
beforeEach(() => world.system((tx) => tx.delete(channels)));

async function addChannel(name: string, isEnabled = true) {
  await world.addChannel({ name, isEnabled });
  const [row] = await world.system((tx) => tx.select().from(channels).where(eq(channels.name, name)));
  return row!.pk;
}
const addDeliveries = (channelFk: Awaited<ReturnType<typeof addChannel>>, count: number, event: DeliveryEvent) =>
  world.system(async (tx) => {
    const row = { companyFk: workers.company, channelFk, event, body: {}, createdAt: new Date(world.now()) };
    const rows = Array.from({ length: count }, () => ({ ...row, nextTryAt: new Date(0) }));
    return (await tx.insert(channelDeliveries).values(rows).returning()).map(({ pk }) => pk);
  });
const claim = (pk: DeliveryPk, at = world.now()) => world.system((tx) => claimDelivery(tx, pk, at));
const readStates = () =>
  world.system(async (tx) =>
    (await tx.select().from(channelDeliveries).orderBy(channelDeliveries.pk)).map(({ state, error }) => [state, error]),
  );
const failed = (at: number) => ({ status: 500, error: 'status 500', startedAt: at, endedAt: at });

test('a channel has a few deliveries in flight, and another one does not wait behind them', async () => {
  const [slow, other] = [await addChannel('Slow'), await addChannel('Other')];
  const many = await addDeliveries(slow, IN_FLIGHT + 3, 'opened');
  const [last] = await addDeliveries(other, 1, 'opened');
  const due = async () =>
    (await world.system((tx) => findDueDeliveries(tx, world.now(), 200))).map(({ pk }) => pk as number);
  expect((await due()).toSorted((a, b) => a - b)).toEqual([...many.slice(0, IN_FLIGHT), last]);
  const claimed = await Promise.all(many.map((pk) => claim(pk)));
  expect(claimed.filter((one) => one !== undefined)).toHaveLength(IN_FLIGHT);
  expect(await claim(last!)).toBeDefined();
  // One that has ended makes room, and so does a claim that lapsed.
  const first = claimed.find((one) => one !== undefined)!;
  await world.system((tx) => recordAttempt(tx, first.delivery, { ...failed(world.now()), error: '', status: 204 }));
  const waiting = many.find((_, i) => claimed[i] === undefined)!;
  expect(await claim(waiting)).toBeDefined();
});

test('the channels of one company share the slots of workers', async () => {
  const pks: DeliveryPk[] = [];
  for (const name of ['A', 'B', 'C', 'D'])
    pks.push(...(await addDeliveries(await addChannel(name), IN_FLIGHT, 'opened')));
  const claimed = [];
  for (const pk of pks) claimed.push(await claim(pk));
  expect(claimed.filter((one) => one !== undefined)).toHaveLength(12);
});

test('a channel that was disabled is told nothing that waits, except for tests', async () => {
  const channel = await addChannel('Off', false);
  const [told] = await addDeliveries(channel, 1, 'opened');
  const [tested] = await addDeliveries(channel, 1, 'test');
  expect(await claim(told!)).toBeUndefined();
  expect(await claim(tested!)).toBeDefined();
  expect(await readStates()).toEqual([
    ['failed', 'channel disabled'],
    ['waiting', ''],
  ]);
});

test('a test that fails is not tried again, and an incident is', async () => {
  const channel = await addChannel('Down');
  for (const event of ['test', 'opened'] as const) {
    const [pk] = await addDeliveries(channel, 1, event);
    const claimed = await claim(pk!);
    await world.system((tx) => recordAttempt(tx, claimed!.delivery, failed(world.now())));
  }
  expect((await readStates()).map(([state]) => state)).toEqual(['failed', 'waiting']);
});

test('a worker whose claim has lapsed records nothing over the attempt of another', async () => {
  const [pk] = await addDeliveries(await addChannel('Slow'), 1, 'opened');
  const late = await claim(pk!);
  const after = world.now() + 61_000;
  const second = await claim(pk!, after);
  await world.system((tx) => recordAttempt(tx, second!.delivery, { ...failed(after), error: '', status: 200 }));
  await world.system((tx) => recordAttempt(tx, late!.delivery, failed(after)));
  expect(await readStates()).toEqual([['delivered', '']]);
});
