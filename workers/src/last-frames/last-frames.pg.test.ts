import { randomUUID } from 'node:crypto';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { lastFrames } from '@vigil/shared/platform/db/schema/devices';
import { blurRegionsHash } from '@vigil/shared/platform/fleet/blur-regions-hash';
import { rebuildFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { openFrame } from '@vigil/shared/platform/frame-sealing';
import { createKeyRing } from '@vigil/shared/platform/key-ring';
import { unpackFrame } from '@vigil/shared/platform/redis/frames';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { readFrameStates, readSealedFrame, removeLastFrame } from '@vigil/shared/platform/redis/last-frames';
import { sampleFrame, storeTestFrame } from '@vigil/shared/platform/redis/last-frames.test-support';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { pruneLastFrames } from './remove-last-frames.ts';
import { restoreFrameStates } from './restore-last-frames.ts';
import { saveLastFrames } from './save-last-frames.ts';

const test = workersTest();
const MINUTE_MS = 60_000;
const keyRing = createKeyRing();
let workers: WorkersTestContext;

test.beforeAll(({ workers: started }) => {
  workers = started;
});

const system = (query: ReturnType<typeof sql>) => workers.deps.database.asSystem((tx) => tx.execute(query));
const index = () => rebuildFleetIndex(workers.deps.redis, workers.deps.database, workers.company);
const later = (minutes: number) => ({ ...workers.deps, now: () => Date.now() + minutes * MINUTE_MS });
const ownerOf = (device: DevicePk) => ({ company: workers.company, device });
const store = (device: DevicePk, more: Parameters<typeof storeTestFrame>[2] = {}) =>
  storeTestFrame({ redis: workers.deps.redis, keyRing }, ownerOf(device), more);

async function addDevice(): Promise<DevicePk> {
  const device = await workers.addDevice();
  await index();
  return device;
}

/** A change of what the fleet index has, under its next version. */
async function change(query: ReturnType<typeof sql>): Promise<void> {
  await system(query);
  await system(sql`update companies set fleet_version = fleet_version + 1 where pk = ${workers.company}`);
  await index();
}

async function setPolicies(set: ReturnType<typeof sql>): Promise<void> {
  await system(sql`insert into policies (company_fk) values (${workers.company}) on conflict do nothing`);
  await change(sql`update policies set ${set} where company_fk = ${workers.company}`);
}

const rowOf = async (device: DevicePk) => {
  const rows = await workers.deps.database.readAll((tx) => tx.select().from(lastFrames));
  return rows.find(({ deviceFk }) => deviceFk === device);
};
const isKnown = async (device: DevicePk) => (await readFrameStates(workers.deps.redis, workers.company)).has(device);
/** Whether there is a frame: in Redis, in the database, and for lists. */
const traces = async (device: DevicePk) => [
  (await readSealedFrame(workers.deps.redis, ownerOf(device))) !== null,
  (await rowOf(device)) !== undefined,
  await isKnown(device),
];
const everywhere = [true, true, true];
const nowhere = [false, false, false];

test('a frame is saved as it is stored, at most once a minute', async () => {
  const device = await addDevice();
  await store(device);
  expect(await saveLastFrames(workers.deps)).toBe(1);
  const first = await rowOf(device);
  expect(unpackFrame(openFrame(keyRing.frame, first!.sealed, ownerOf(device))).bytes).toEqual(sampleFrame);
  expect(first!.sealed.includes(sampleFrame)).toBe(false);
  expect(await saveLastFrames(workers.deps)).toBe(0);

  const capturedAt = Date.now() + 2_000;
  await store(device, { capturedAt, ext: 'webp' });
  expect(await saveLastFrames(workers.deps)).toBe(0);
  expect(await saveLastFrames(later(1))).toBe(1);
  expect(await rowOf(device)).toMatchObject({ ext: 'webp', capturedAt: new Date(capturedAt) });
});

test('of an unchanged screen only the time is written', async () => {
  const device = await addDevice();
  const capturedAt = Date.now();
  await store(device, { capturedAt });
  await saveLastFrames(workers.deps);
  const before = await rowOf(device);
  const seenAt = capturedAt + MINUTE_MS;
  await store(device, { capturedAt, seenAt });
  expect(await saveLastFrames(later(2))).toBe(1);
  expect(await rowOf(device)).toEqual({ ...before, seenAt: new Date(seenAt) });
});

test('an unchanged screen that was saved without its hidden areas gets them', async () => {
  const device = await addDevice();
  const capturedAt = Date.now();
  await store(device, { capturedAt, hiddenAreas: null });
  await saveLastFrames(workers.deps);
  await store(device, { capturedAt, seenAt: capturedAt + MINUTE_MS, hiddenAreas: named(LEFT) });
  await saveLastFrames(later(2));
  expect(await rowOf(device)).toMatchObject({ hiddenAreas: named(LEFT) });
});

test('a loss of Redis leaves the frame of the database, which lists show again', async () => {
  const [saved, unsaved] = [await addDevice(), await addDevice()];
  await store(saved);
  await saveLastFrames(workers.deps);
  await store(unsaved);
  for (const device of [saved, unsaved]) await removeLastFrame(workers.deps.redis, ownerOf(device), null);
  await index();
  expect(await restoreFrameStates(workers.deps)).toBeGreaterThanOrEqual(1);
  expect([await isKnown(saved), await isKnown(unsaved)]).toEqual([true, false]);
  expect(await restoreFrameStates(workers.deps)).toBe(0);
});

test('a frame is deleted when its time has ended, and its company and others keep the rest', async () => {
  const [old, recent] = [await addDevice(), await addDevice()];
  await store(old, { capturedAt: Date.now() - 9 * MINUTE_MS });
  await store(recent);
  await saveLastFrames(workers.deps);
  await pruneLastFrames(workers.deps);
  expect([await traces(old), await traces(recent)]).toEqual([everywhere, everywhere]);
  await pruneLastFrames(later(2));
  expect([await traces(old), await traces(recent)]).toEqual([nowhere, everywhere]);
  // A row that nothing in Redis points to any more.
  await removeLastFrame(workers.deps.redis, ownerOf(recent), null);
  await restoreFrameStates(later(11));
  expect(await traces(recent)).toEqual(nowhere);
});

test('a change of the company to a shorter time, to none, or to no screens deletes', async () => {
  const device = await addDevice();
  const fill = async () => {
    await setPolicies(sql`pictures = 1, picture_retention = 1440`);
    await store(device, { capturedAt: Date.now() - 20 * MINUTE_MS });
    await saveLastFrames(workers.deps);
    await pruneLastFrames(workers.deps);
    expect(await traces(device)).toEqual(everywhere);
  };
  for (const set of [sql`picture_retention = 10`, sql`picture_retention = 0`, sql`pictures = 0`]) {
    await fill();
    await setPolicies(set);
    await pruneLastFrames(workers.deps);
    // Of a shorter time the end is set first.
    await pruneLastFrames(workers.deps);
    expect(await traces(device)).toEqual(nowhere);
    await saveLastFrames(later(5));
    expect(await traces(device)).toEqual(nowhere);
  }
  await setPolicies(sql`pictures = 1, picture_retention = 10`);
});

test('a frame is deleted with its device, and when a configuration forbids the screen', async () => {
  const [gone, barred, kept] = [await addDevice(), await addDevice(), await addDevice()];
  for (const device of [gone, barred, kept]) await store(device);
  await saveLastFrames(workers.deps);
  const [config] = await system(sql`
    insert into app_configs (company_fk, config_name, config)
    values (${workers.company}, 'Private', '{"capture_never": 1}') returning pk`);
  await change(sql`update devices set app_config_fk = ${config?.['pk']} where pk = ${barred}`);
  await change(sql`delete from devices where pk = ${gone}`);
  await pruneLastFrames(workers.deps);
  expect([await traces(gone), await traces(barred), await traces(kept)]).toEqual([nowhere, nowhere, everywhere]);
  // What a gateway stores of a deleted device does not come back.
  expect(await store(gone)).toBe(false);
});

const LEFT = { x: 0, y: 0, width: 50, height: 100 };
const RIGHT = { x: 50, y: 0, width: 50, height: 100 };
const named = (...blur_regions: object[]) => blurRegionsHash({ blur_regions });

async function addConfig(config: object): Promise<number> {
  const [row] = await system(sql`
    insert into app_configs (company_fk, config_name, config)
    values (${workers.company}, ${randomUUID()}, ${JSON.stringify(config)}::jsonb) returning pk`);
  return Number(row?.['pk']);
}
const configure = (device: DevicePk, config: number) =>
  change(sql`update devices set app_config_fk = ${config} where pk = ${device}`);

test('a frame from before an area was hidden is deleted, one from after it stays', async () => {
  const [shown, other] = [await addDevice(), await addDevice()];
  for (const device of [shown, other]) await store(device);
  await saveLastFrames(workers.deps);
  await pruneLastFrames(workers.deps);
  const config = await addConfig({ blur_regions: [LEFT] });
  await configure(shown, config);
  await pruneLastFrames(workers.deps);
  expect([await traces(shown), await traces(other)]).toEqual([nowhere, everywhere]);
  await store(shown, { hiddenAreas: named(LEFT) });
  await saveLastFrames(later(1));
  await pruneLastFrames(workers.deps);
  expect([await traces(shown), await traces(other)]).toEqual([everywhere, everywhere]);
  await change(sql`
    update app_configs set config = ${JSON.stringify({ blur_regions: [LEFT, RIGHT] })}::jsonb where pk = ${config}`);
  await pruneLastFrames(workers.deps);
  expect(await traces(shown)).toEqual(nowhere);
});

test('a frame that hides what is to be hidden stays after changes of something else, also after a loss of Redis', async () => {
  const [device, unknown] = [await addDevice(), await addDevice()];
  const config = await addConfig({ blur_regions: [LEFT, RIGHT] });
  for (const each of [device, unknown]) await configure(each, config);
  await store(device, { hiddenAreas: named(RIGHT, LEFT) });
  await store(unknown, { hiddenAreas: null });
  await saveLastFrames(workers.deps);
  await pruneLastFrames(workers.deps);
  expect([await traces(device), await traces(unknown)]).toEqual([everywhere, nowhere]);
  await setPolicies(sql`capture = 1`);
  await change(sql`update app_configs set config = config || '{"log_level": "debug"}' where pk = ${config}`);
  await pruneLastFrames(workers.deps);
  expect(await traces(device)).toEqual(everywhere);
  await removeLastFrame(workers.deps.redis, ownerOf(device), null);
  await restoreFrameStates(workers.deps);
  await pruneLastFrames(workers.deps);
  expect(await traces(device)).toEqual([false, true, true]);
});

test('after a loss of Redis a frame from before an area was hidden is deleted', async () => {
  const device = await addDevice();
  await store(device);
  await saveLastFrames(workers.deps);
  await configure(device, await addConfig({ blur_regions: [LEFT] }));
  await removeLastFrame(workers.deps.redis, ownerOf(device), null);
  // All frames that are known have been checked.
  await pruneLastFrames(workers.deps);
  expect((await rowOf(device))?.deviceFk).toBe(device);
  await restoreFrameStates(workers.deps);
  await pruneLastFrames(workers.deps);
  expect(await traces(device)).toEqual(nowhere);
});

test('a frame that is deleted while it is saved does not come back', async () => {
  const device = await addDevice();
  await store(device);
  const { redis } = workers.deps;
  const deleting = {
    ...redis,
    run: async (...args: Parameters<typeof redis.run>) => {
      await removeLastFrame(redis, ownerOf(device), null);
      return redis.run(...args);
    },
  };
  expect(await saveLastFrames({ ...workers.deps, redis: deleting as typeof redis })).toBe(0);
  expect(await traces(device)).toEqual(nowhere);
});

test('Redis keeps a saved frame for minutes only, and one that is not saved for its whole time', async () => {
  await setPolicies(sql`picture_retention = 1440`);
  const device = await addDevice();
  await store(device);
  const left = () => workers.deps.redis.commands.pTTL(redisKeys.lastFrame(workers.company, device));
  expect(await left()).toBeGreaterThan(1_000 * MINUTE_MS);
  await saveLastFrames(workers.deps);
  expect(await left()).toBeLessThanOrEqual(10 * MINUTE_MS);
  await setPolicies(sql`picture_retention = 10`);
});
