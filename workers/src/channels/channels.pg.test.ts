import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chatFormats } from '@vigil/shared/domain/channel-messages.test-support';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { connectQueueRedis } from '@vigil/shared/platform/queues';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { scaledTimeout } from '../../../tests/support/scaled-timeout.ts';
import { RECEIVER_HOST, startWebhookReceiver, type ReceivedWebhook } from '../../../tests/support/webhook-receiver.ts';
import { createJobCounter } from '../define-worker.ts';
import { CHANNEL_SECRET, createAlertWorld, type AlertWorld } from '../testing/alert-world.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { claimDelivery } from './delivery-queries.ts';
import { createHttpPoster } from './http-poster.ts';
import { deliveriesWorker, queueDueDeliveries, signatureOf } from './send-delivery.ts';

const test = workersTest();
const MINUTE = 60;
/** Only a receiver that is stuck takes as long. */
const PATIENT = { timeoutMs: scaledTimeout(120_000) };
const HOUR_MS = 3_600_000;

let world: AlertWorld;
let workers: WorkersTestContext;
test.beforeAll(async ({ workers: started }) => {
  workers = started;
  world = await createAlertWorld(started);
});
beforeEach(async () => {
  await world.system((tx) => tx.delete(channels));
  await world.reset();
  await world.setThreshold('IW1', { minutes: 2 });
});

const readDeliveries = () => world.system((tx) => tx.select().from(channelDeliveries).orderBy(channelDeliveries.pk));
const readEvents = async () => (await readDeliveries()).map(({ event }) => event);

test('a channel is told once that an incident began, and once that it is over', async () => {
  const pk = await world.addDevice();
  await world.addChannel();
  await world.disconnect(pk);
  await world.pass(4 * MINUTE);
  await world.connect(pk);
  await world.pass(4 * MINUTE);
  const deliveries = await readDeliveries();
  expect(deliveries.map(({ event }) => event)).toEqual(['opened', 'resolved']);
  expect(deliveries[0]?.body).toMatchObject({
    event: 'incident.opened',
    text: 'Incident: PC: Disconnected',
    url: expect.stringMatching(/\/en\/incidents\/\d+$/u) as string,
    incident: { cause: 'device', alert_kinds: [1], device_count: 1, resolved_at: null },
  });
});

test('a channel is told of its groups and alerts only', async () => {
  const [floor, cellar] = [await world.addGroup('Floor'), await world.addGroup('Cellar')];
  const inside = await world.addGroup('Inside', floor);
  const [near, far] = [
    await world.addDevice({ group: inside, address: '203.0.113.1' }),
    await world.addDevice({ group: cellar, address: '203.0.113.2' }),
  ];
  await world.addChannel({ groupPks: [floor] });
  await world.addChannel({ alertCodes: ['IW2' as never] });
  await world.addChannel({ isEnabled: false });
  for (const pk of [near, far]) await world.disconnect(pk);
  await world.pass(4 * MINUTE);
  expect((await readDeliveries()).map(({ event, body }) => [event, (body as { text?: string }).text])).toEqual([
    ['opened', 'Incident: PC: Disconnected'],
  ]);
});

test('a second channel is told of what nobody acknowledges for ten minutes', async () => {
  const [first, second] = [
    await world.addDevice({ group: await world.addGroup('One'), address: '203.0.113.1' }),
    await world.addDevice({ group: await world.addGroup('Two'), address: '203.0.113.2' }),
  ];
  await world.addChannel({ afterMinutes: 10 });
  for (const pk of [first, second]) await world.disconnect(pk);
  await world.pass(4 * MINUTE);
  expect(await readEvents()).toEqual([]);
  await world.system((tx) =>
    tx.execute(sql`update incidents set state = 1, acknowledged_at = now() where device_fk = ${first}`),
  );
  await world.pass(10 * MINUTE);
  expect(await readEvents()).toEqual(['escalated']);
  for (const pk of [first, second]) await world.connect(pk);
  await world.pass(4 * MINUTE);
  expect(await readEvents()).toEqual(['escalated', 'resolved']);
});

test('a delivery is signed with its time, and tried again while its receiver is down', async () => {
  const seen: { headers: Record<string, unknown>; body: string }[] = [];
  let status = 503;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  await using stack = new AsyncDisposableStack();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.2', listening));
  stack.defer(() => void server.close());
  let now = Date.now();
  const deps = { ...workers.deps, now: () => now, postToChannel: createHttpPoster(['127.0.0.2'], PATIENT) };
  const connection = connectQueueRedis(workers.redisUrl, { cluster: false, log: deps.log });
  stack.defer(() => connection.disconnect());
  stack.use(deliveriesWorker.open(deps, { connection, concurrency: 2, counter: createJobCounter(deps) }));
  await world.addChannel({}, `http://127.0.0.2:${(server.address() as AddressInfo).port}/hook`);
  const [channel] = await world.system((tx) => tx.select().from(channels));
  const row = {
    companyFk: workers.company,
    channelFk: channel!.pk,
    event: 'opened',
    body: { event: 'opened' },
  } as const;
  await world.system((tx) =>
    tx.insert(channelDeliveries).values({ ...row, createdAt: new Date(now), nextTryAt: new Date(0) }),
  );
  const read = async () => (await readDeliveries())[0];

  await queueDueDeliveries(deps);
  await eventually(async () => expect(await read()).toMatchObject({ state: 'waiting', status: 503, tries: 1 }));
  await queueDueDeliveries(deps);
  expect(seen).toHaveLength(1);
  status = 200;
  now += 60_000;
  await queueDueDeliveries(deps);
  await eventually(async () => expect(await read()).toMatchObject({ state: 'delivered', status: 200, tries: 2 }));
  const [, last] = seen;
  const time = String(last?.headers['x-vigil-time']);
  expect(time).toBe(String(Math.floor(now / 1_000)));
  expect(last?.headers['x-vigil-signature']).toBe(signatureOf(CHANNEL_SECRET, time, last?.body ?? ''));
});

test('a delivery is claimed by one worker, again when that one died, and given up after a day', async () => {
  await world.addChannel();
  const [channel] = await world.system((tx) => tx.select().from(channels));
  const now = world.now();
  const row = { companyFk: workers.company, channelFk: channel!.pk, event: 'opened', body: {} } as const;
  const [delivery] = await world.system((tx) =>
    tx
      .insert(channelDeliveries)
      .values({ ...row, createdAt: new Date(now - 24 * HOUR_MS), nextTryAt: new Date(0) })
      .returning(),
  );
  const claim = (at: number) => world.system((tx) => claimDelivery(tx, delivery!.pk, at));
  expect(await claim(now)).toBeDefined();
  expect(await claim(now + 1_000)).toBeUndefined();
  expect(await claim(now + 61_000)).toBeDefined();
  await world.system((tx) =>
    tx.update(channelDeliveries).set({ claimedAt: null }).where(eq(channelDeliveries.pk, delivery!.pk)),
  );
  const deps = { ...workers.deps, now: () => now, postToChannel: () => Promise.resolve({ status: 500, error: 'no' }) };
  const connection = connectQueueRedis(workers.redisUrl, { cluster: false, log: deps.log });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => connection.disconnect());
  stack.use(deliveriesWorker.open(deps, { connection, concurrency: 1, counter: createJobCounter(deps) }));
  await queueDueDeliveries(deps);
  await eventually(async () => expect(await readDeliveries()).toMatchObject([{ state: 'failed', status: 500 }]));
});

test('a worker that is killed in the middle of a batch loses nothing, and only what it had sent comes twice, by the same number', async () => {
  await using stack = new AsyncDisposableStack();
  const receiver = stack.use(await startWebhookReceiver());
  await world.addChannel({}, receiver.url);
  const [channel] = await world.system((tx) => tx.select().from(channels));
  let now = Date.now();
  const row = { companyFk: workers.company, channelFk: channel!.pk, event: 'test', body: { event: 'test' } } as const;
  const rows = Array.from({ length: 6 }, () => ({ ...row, createdAt: new Date(now), nextTryAt: new Date(0) }));
  const pks = await world.system((tx) =>
    tx.insert(channelDeliveries).values(rows).returning({ pk: channelDeliveries.pk }),
  );
  const numbers = pks.map(({ pk }) => String(pk));
  const open = (postToChannel: ReturnType<typeof createHttpPoster>) => {
    const deps = { ...workers.deps, now: () => now, postToChannel };
    const connection = connectQueueRedis(workers.redisUrl, { cluster: false, log: deps.log });
    stack.defer(() => connection.disconnect());
    stack.use(deliveriesWorker.open(deps, { connection, concurrency: 1, counter: createJobCounter(deps) }));
    return deps;
  };
  const post = createHttpPoster([RECEIVER_HOST], PATIENT);
  const sent = () => receiver.received.map(({ headers }) => String(headers['x-vigil-delivery']));

  // It gets the answer to its third delivery, and is gone before it records it.
  const killed = Promise.withResolvers<never>();
  const first = open(async (url, message) => {
    const posted = await post(url, message);
    return sent().length === 3 ? killed.promise : posted;
  });
  stack.defer(() => killed.reject(new Error('killed')));
  await queueDueDeliveries(first);
  await eventually(() => expect(sent()).toHaveLength(3));
  const repeated = sent()[2];
  open(post);
  // A channel has a few in flight, and the rest in the next round.
  await eventually(async () => {
    await queueDueDeliveries(first);
    expect(new Set(sent())).toEqual(new Set(numbers));
  });
  now += 61_000;
  await queueDueDeliveries(first);
  await eventually(async () =>
    expect((await readDeliveries()).map(({ state }) => state)).toEqual(numbers.map(() => 'delivered')),
  );
  expect(sent().toSorted()).toEqual([...numbers, String(repeated)].toSorted());
});

test.each(['slack', 'teams', 'discord'] as const)('%s takes what it is told, in its own format', async (kind) => {
  await using stack = new AsyncDisposableStack();
  const answer = ({ body }: ReceivedWebhook) => (chatFormats[kind].safeParse(JSON.parse(body)).success ? 200 : 400);
  const receiver = stack.use(await startWebhookReceiver({ answer }));
  await world.addChannel({ kind, sealedSecret: null }, receiver.url);
  const pk = await world.addDevice();
  await world.disconnect(pk);
  await world.pass(4 * MINUTE);
  const deps = { ...workers.deps, now: world.now, postToChannel: createHttpPoster([RECEIVER_HOST], PATIENT) };
  const connection = connectQueueRedis(workers.redisUrl, { cluster: false, log: deps.log });
  stack.defer(() => connection.disconnect());
  stack.use(deliveriesWorker.open(deps, { connection, concurrency: 1, counter: createJobCounter(deps) }));
  await queueDueDeliveries(deps);
  await eventually(async () => expect(await readDeliveries()).toMatchObject([{ state: 'delivered', status: 200 }]));
  expect(receiver.received[0]?.body).toContain('PC: Disconnected');
  expect(receiver.received[0]?.headers).not.toHaveProperty('x-vigil-signature');
});
