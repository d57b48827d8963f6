import { expect, test } from 'vitest';
import { putDeletedDeviceAside, removeOldDeletedDevice } from './deleted-device.ts';
import { memoryStore } from './state-store.ts';

const DAY_MS = 86_400_000;

function deletedAt(at: number) {
  const store = memoryStore();
  store.write('agent.key', 'the key');
  store.write('identity.json', '{"guid":"g"}');
  putDeletedDeviceAside(store, at);
  return store;
}

test('the key and identity of a deleted device are put aside under other names', () => {
  const store = deletedAt(5);
  expect([store.read('agent.key'), store.read('identity.json')]).toEqual([null, null]);
  expect(store.read('agent.key.deleted')).toBe('the key');
  expect(JSON.parse(store.read('identity.json.deleted') ?? '')).toEqual({ guid: 'g', deleted_at: 5 });
});

test('a start within 30 days keeps them, a later one removes them', () => {
  const store = deletedAt(0);
  removeOldDeletedDevice(store, 30 * DAY_MS - 1);
  expect(store.read('agent.key.deleted')).not.toBeNull();
  removeOldDeletedDevice(store, 30 * DAY_MS);
  expect([store.read('agent.key.deleted'), store.read('identity.json.deleted')]).toEqual([null, null]);
});

test.each(['', 'broken', '[]', '{}'])('what says no time (%j) is removed', (text) => {
  const store = deletedAt(0);
  store.write('identity.json.deleted', text);
  removeOldDeletedDevice(store, 0);
  expect(store.read('agent.key.deleted')).toBeNull();
});

test('an identity that is unreadable is put aside as well, and a full disk does not keep it', () => {
  const store = memoryStore();
  store.write('identity.json', 'broken');
  putDeletedDeviceAside({ ...store, write: () => expect.fail('no space left') }, 0);
  expect(store.read('identity.json')).toBeNull();
});
