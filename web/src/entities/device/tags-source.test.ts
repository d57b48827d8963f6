import type { DevicePk } from '@vigil/shared/contract/ids';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { createTagsSource } from './tags-source.ts';

afterEach(() => vi.useRealTimers());

test('the tags of the devices in sight are counted, and announced when they are others', () => {
  vi.useFakeTimers();
  const store = createFleetStore({ schedule: (flush) => flush(), onGap: () => undefined });
  const [one, two] = [fakeDevice(1), fakeDevice(2)];
  store.replace([{ ...one, tags: ['Till', 'b'] }, two], 1);
  const index = createTagsSource(store, (a, b) => a.localeCompare(b));
  let told = 0;
  const stop = index.subscribe(() => void (told += 1));
  const list = index.list();
  expect(list).toEqual([
    { tag: 'b', count: 1 },
    { tag: 'Till', count: 1 },
  ]);

  // Other properties change no tag.
  store.accept({ type: 'device_changed', seq: 2, device_pk: two.pk, patch: { alias: 'Renamed' } });
  vi.runAllTimers();
  expect(index.list()).toBe(list);
  expect(told).toBe(0);

  store.accept({ type: 'device_changed', seq: 3, device_pk: two.pk, patch: { tags: ['till'] } });
  store.accept({ type: 'device_changed', seq: 4, device_pk: one.pk, patch: { tags: [] } });
  vi.runAllTimers();
  expect([index.list(), told]).toEqual([[{ tag: 'till', count: 1 }], 1]);

  store.accept({ type: 'device_removed', seq: 5, device_pk: two.pk satisfies DevicePk });
  vi.runAllTimers();
  expect([index.list(), told]).toEqual([[], 2]);
  stop();
});
