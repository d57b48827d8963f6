import { DevicePk } from '@vigil/shared/contract/ids';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOpenAlertStore } from './alerts.ts';
import { fakeDevice } from './fake-device.test-support.ts';
import { createFleetStore } from './fleet-store.ts';
import { createOpenAlertsReader } from './open-alerts-reader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;

/** Reads the alerts of two devices, as after the first connection. */
async function opened() {
  const server = { reads: 0, isReachable: true };
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  const replaceBy = (...pks: number[]) =>
    store.replace(
      pks.map((pk) => fakeDevice(pk)),
      1,
    );
  const reading = createOpenAlertsReader({
    store,
    alerts: createOpenAlertStore(),
    read: async () => {
      server.reads += 1;
      if (!server.isReachable) throw new Error('unreachable');
      return [];
    },
  });
  const readsWithin = async (ms: number) => {
    const before = server.reads;
    await vi.advanceTimersByTimeAsync(ms);
    return server.reads - before;
  };
  reading.start();
  replaceBy(1, 2);
  reading.now();
  await readsWithin(0);
  return { server, store, reading, replaceBy, readsWithin };
}

test('open alerts are read again each minute', async () => {
  const { readsWithin } = await opened();
  expect(await readsWithin(MINUTE_MS - 1)).toBe(0);
  expect(await readsWithin(1 + MINUTE_MS)).toBe(2);
});

test('the first devices cause no read of their own, and each read postpones the next one', async () => {
  const { server, reading, readsWithin } = await opened();
  await readsWithin(MINUTE_MS / 2);
  expect(server.reads).toBe(1);
  reading.now();
  expect(await readsWithin(MINUTE_MS - 1)).toBe(0);
});

test('open alerts are read once, soon after devices come into sight or leave it', async () => {
  const { store, replaceBy, readsWithin } = await opened();
  replaceBy(1, 2);
  expect(await readsWithin(MINUTE_MS / 2)).toBe(0);
  replaceBy(1, 3);
  store.accept({ type: 'device_removed', seq: 2, device_pk: DevicePk.parse(1) });
  expect(await readsWithin(1_000)).toBe(0);
  store.accept({ type: 'device_added', seq: 3, device: fakeDevice(4) });
  expect(await readsWithin(MINUTE_MS - 1_000)).toBe(1);
});

test('a failed read is repeated earlier than a minute later, and less and less often', async () => {
  const { server, readsWithin } = await opened();
  server.isReachable = false;
  await readsWithin(MINUTE_MS);
  expect(await readsWithin(MINUTE_MS)).toBeGreaterThanOrEqual(3);
  expect(await readsWithin(10 * MINUTE_MS)).toBeLessThanOrEqual(20);
  server.isReachable = true;
  await readsWithin(MINUTE_MS);
  expect(await readsWithin(10 * MINUTE_MS)).toBe(10);
});

test('while the page is hidden nothing is read, and at once when it is visible again', async () => {
  const { server, reading, readsWithin } = await opened();
  reading.setVisible(false);
  reading.now();
  expect(await readsWithin(10 * MINUTE_MS)).toBe(0);
  reading.setVisible(true);
  expect(server.reads).toBe(2);
  reading.setVisible(false);
  reading.setVisible(true);
  expect(server.reads).toBe(2);
  expect(await readsWithin(MINUTE_MS)).toBe(1);
});

test('once stopped nothing is read, neither by time nor because of devices nor after a read in progress', async () => {
  const { reading, replaceBy, readsWithin } = await opened();
  replaceBy(1, 2, 3);
  reading.now();
  reading.stop();
  replaceBy(1);
  expect(await readsWithin(10 * MINUTE_MS)).toBe(0);
});
