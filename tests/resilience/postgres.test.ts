import { setTimeout as delay } from 'node:timers/promises';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { connectDatabase } from '@vigil/shared/platform/db/client';
import { sql } from 'drizzle-orm';
import { migrate } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { startPostgres } from '../support/postgres.ts';
import { expect, test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';

// How long the outage lasts, as the contract describes it: no state ends it earlier, so the test waits for the rest of
// it.
const AWAY_MS = 10_000;

test('[RECOVER-3] Postgres is away for 10 s: live states keep flowing and the database catches up', async ({
  start,
}) => {
  const stack = await start({ ownPostgres: true });
  const client = await stack.signIn();
  await using watcher = await startWatcher(client);
  await using fleet = await startFleetOn(stack, 20);
  await eventually(() => expect(watcher.online()).toBe(20));

  await stack.postgres?.stop({ kill: true });
  const stoppedAt = Date.now();
  fleet.device(4).turnOff();
  fleet.device(5).turnOff();
  await eventually(() => expect(watcher.online()).toBe(18));
  const samples = watcher.samples();
  await eventually(() => expect(watcher.samples()).toBeGreaterThan(samples + 10));
  await delay(Math.max(0, AWAY_MS - (Date.now() - stoppedAt)));

  await stack.postgres?.start();
  const list = await eventually(() => client.call(listDevices, { query: { search_mode: 'all' } }));
  expect(list.objects.filter((device) => device.alive === 1)).toHaveLength(18);
  await eventually(async () => {
    const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
    expect(objects.filter((device) => device.last_disconnected_time !== null)).toHaveLength(2);
  });
});

test('[RECOVER-4] transactions under way when Postgres dies fail, and later ones work; none hangs, none ends the process', async () => {
  await using store = await startPostgres();
  await migrate(store.url);
  await using database = connectDatabase(store.url, 5);
  const work = () =>
    database.asSystem(async (tx) => {
      await tx.execute(sql`select pg_sleep(0.02)`);
      await tx.execute(sql`select 1`);
    });
  await work();
  const underWay = Promise.allSettled(Array.from({ length: 12 }, () => work()));
  await store.stop({ kill: true });
  const outcomes = await underWay;
  expect(outcomes.some((outcome) => outcome.status === 'rejected')).toBe(true);
  await store.start();
  await eventually(work);
});
