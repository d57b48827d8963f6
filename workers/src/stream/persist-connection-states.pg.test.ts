import { randomUUID } from 'node:crypto';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { StreamEntryOf } from '@vigil/shared/platform/redis/stream';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { runsOf } from '../../../tests/support/scope.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { persistConnectionStates } from './persist-connection-states.ts';

const test = workersTest();
let workers: WorkersTestContext;
let device: DevicePk;

test.beforeAll(({ workers: started, device: added }) => {
  [workers, device] = [started, added];
});

type State = StreamEntryOf<'state'>;
const START = Date.parse('2026-01-01T00:00:00Z');
const online = 1;
const offline = 0;
const takenOver = 2;

const entry = (seq: number, kind: 0 | 1 | 2, connection: string): State => ({
  id: `${seq}-0`,
  company: workers.company,
  kind: 'state',
  seq,
  data: [[device, kind, START + seq * 1_000, connection]],
});

/** A history of a device as the presence script writes it: sockets are opened, taken over and closed. */
const history = fc
  .array(fc.tuple(fc.boolean(), fc.uuid({ version: 4 })), { minLength: 1, maxLength: 6 })
  .map((steps) => {
    const entries: State[] = [];
    let open: string | null = null;
    for (const [isOpening, connection] of steps) {
      if (open === null) entries.push(entry(entries.length + 1, online, connection));
      else if (isOpening) entries.push(entry(entries.length + 1, takenOver, connection));
      else entries.push(entry(entries.length + 1, offline, open));
      open = open === null || isOpening ? connection : null;
    }
    return entries;
  });

async function rowsAfter(batches: readonly (readonly State[])[]) {
  const { database } = workers.deps;
  await database.asSystem(async (tx) => {
    await tx.execute(sql`delete from connections`);
    await tx.execute(
      sql`update devices set alive = 0, state_seq = 0, last_connected_time = null, last_disconnected_time = null`,
    );
  });
  for (const batch of batches) await persistConnectionStates(workers.deps, batch);
  return database.asSystem(async (tx) => ({
    device: [
      ...(await tx.execute(sql`
      select alive, state_seq, last_connected_time, last_disconnected_time from devices where pk = ${device}`)),
    ],
    connections: [
      ...(await tx.execute(sql`
      select id, connected_at, disconnected_at from connections order by connected_at, id`)),
    ],
  }));
}

test('a connection history in order', async () => {
  const [a, b] = [randomUUID(), randomUUID()];
  const rows = await rowsAfter([[entry(1, online, a)], [entry(2, takenOver, b), entry(3, offline, b)]]);
  expect(rows.device).toMatchObject([{ alive: 0, state_seq: '3' }]);
  const open = (row: Record<string, unknown>) => row['disconnected_at'] === null;
  expect(rows.connections.map((row) => row['id'])).toEqual([a, b]);
  expect(rows.connections.filter(open)).toEqual([]);
});

test('[SEQ-1] the same entries, shuffled, repeated and cut into any batches, make the same rows', async () => {
  const deliveries = history.chain((entries) =>
    fc.record({
      entries: fc.constant(entries),
      // Every entry at least once, some of them twice, in any order.
      shuffled: fc
        .subarray(entries)
        .chain((again) => fc.shuffledSubarray([...entries, ...again], { minLength: entries.length + again.length })),
      cut: fc.nat({ max: 12 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(deliveries, async ({ entries, shuffled, cut }) => {
      const inOrder = await rowsAfter(entries.map((one) => [one]));
      expect(await rowsAfter([shuffled.slice(0, cut), shuffled.slice(cut)])).toEqual(inOrder);
    }),
    { numRuns: runsOf({ usual: 20, all: 60 }), seed: 20_261_121 },
  );
});

test('entries of a deleted device are ignored', async () => {
  const deleted = { ...entry(1, online, randomUUID()), data: [[999_999, 1, START, randomUUID()]] } as unknown as State;
  expect((await rowsAfter([[deleted, entry(2, online, randomUUID())]])).connections).toHaveLength(1);
});

test('stored times are announced after they were stored', async () => {
  const { redis, database } = workers.deps;
  const announced: { rows: unknown; stored: unknown }[] = [];
  const unsubscribe = await redis.subscribe(busChannels.listed(workers.company), (text) => {
    const { rows } = JSON.parse(text) as { rows: unknown };
    void database
      .asSystem((tx) => tx.execute(sql`select last_connected_time as at from devices where pk = ${device}`))
      .then(([row]) => announced.push({ rows, stored: new Date(String(row?.['at'])).getTime() }));
  });
  const [opened, closed] = [START + 50_000, START + 51_000];
  await persistConnectionStates(workers.deps, [entry(50, online, randomUUID()), entry(51, offline, randomUUID())]);
  await eventually(() => expect(announced).toEqual([{ rows: [[device, opened, closed]], stored: opened }]));
  await unsubscribe();
});
