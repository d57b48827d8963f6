import { expect, test } from 'vitest';
import { fakeDevice } from './fake-device.test-support.ts';
import { createFleetCache, FLEET_CACHE_MAX_AGE_MS, pruneFleetCache, type BrowserStorageSlot } from './fleet-cache.ts';

function createMemory(initial?: unknown) {
  let value = initial;
  const store: BrowserStorageSlot = {
    get: async () => value,
    set: async (next) => void (value = structuredClone(next)),
    remove: async () => void (value = undefined),
  };
  return { store, content: () => value };
}
const rows = [fakeDevice(1), fakeDevice(2)];

test('the list of the last visit is read by the same user with the same rights', async () => {
  const { store } = createMemory();
  await createFleetCache(store, '1:a', () => 1_000).write(rows, 7);
  const read = await createFleetCache(store, '1:a', () => 1_000 + FLEET_CACHE_MAX_AGE_MS - 1).read();
  expect(read).toMatchObject({ at: 1_000, seq: 7 });
  expect(read?.rows).toEqual(rows);
});

test.for([
  ['an hour later', '1:a', 1_000 + FLEET_CACHE_MAX_AGE_MS],
  ['with other rights', '1:b', 1_001],
  ['as another user', '2:a', 1_001],
  ['before it was written', '1:a', 999],
] as const)('%s it is not shown but removed', async ([, owner, at]) => {
  const memory = createMemory();
  await createFleetCache(memory.store, '1:a', () => 1_000).write(rows, 7);
  expect(await createFleetCache(memory.store, owner, () => at).read()).toBeNull();
  expect(memory.content()).toBeUndefined();
});

test('without a session, or after an hour, it is removed when the page is opened', async () => {
  const memory = createMemory();
  const write = () => createFleetCache(memory.store, '1:a', () => 1_000).write(rows, 7);
  await write();
  await pruneFleetCache(memory.store, { hasSession: true, now: 2_000 });
  expect(memory.content()).toBeDefined();
  await pruneFleetCache(memory.store, { hasSession: false, now: 2_000 });
  expect(memory.content()).toBeUndefined();
  await write();
  await pruneFleetCache(memory.store, { hasSession: true, now: 1_000 + FLEET_CACHE_MAX_AGE_MS });
  expect(memory.content()).toBeUndefined();
});

test('a store that fails, or holds something else, is no cache', async () => {
  const failing: BrowserStorageSlot = {
    get: () => Promise.reject(new Error('blocked')),
    set: () => Promise.reject(new Error('blocked')),
    remove: () => Promise.reject(new Error('blocked')),
  };
  const cache = createFleetCache(failing, '1:a', Date.now);
  await cache.write(rows, 7);
  expect(await cache.read()).toBeNull();
  const other = createMemory({ of: 'another version' });
  expect(await createFleetCache(other.store, '1:a', Date.now).read()).toBeNull();
  expect(other.content()).toBeUndefined();
});
