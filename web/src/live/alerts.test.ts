import { AlertCode } from '@vigil/shared/contract/alert';
import { raisedAlertFacts } from '@vigil/shared/contract/alert.test-support';
import type { OpenAlert } from '@vigil/shared/contract/http/alerts';
import { AlertPk, DevicePk } from '@vigil/shared/contract/ids';
import { expect, test, vi } from 'vitest';
import { createOpenAlertStore } from './alerts.ts';

const anAlert = (pk: number, { device = 1, ended_at = null as number | null } = {}) => ({
  pk: AlertPk.parse(pk),
  device_pk: DevicePk.parse(device),
  alert_code: AlertCode.parse('IW2'),
  ...raisedAlertFacts,
  at: pk,
  ended_at,
});

const asRead = (pk: number, device = 1): OpenAlert => {
  const { ended_at: _, ...row } = anAlert(pk, { device });
  return { ...row, last_value_at: null, unknown_since: null, at: new Date(pk).toISOString() };
};

test('a device has an open alert until all of its alerts have ended', () => {
  const board = createOpenAlertStore();
  board.receive([anAlert(1), anAlert(2), anAlert(3, { device: 2 })]);
  expect([...board.openDevices()]).toEqual([1, 2]);
  board.receive([anAlert(1, { ended_at: 9 }), anAlert(3, { device: 2, ended_at: 9 })]);
  expect([...board.openDevices()]).toEqual([1]);
});

test('what is received while the open alerts are read is applied to the answer', async () => {
  const board = createOpenAlertStore();
  board.receive([anAlert(1, { device: 1 })]);
  const { promise, resolve } = Promise.withResolvers<OpenAlert[]>();
  const reading = board.readOpen(() => promise);
  board.receive([anAlert(2, { device: 2, ended_at: 9 }), anAlert(4, { device: 4 })]);
  resolve([asRead(3, 3), asRead(2, 2)]);
  await reading;
  expect([...board.openDevices()]).toEqual([3, 4]);
});

test('that there is no open alert is known, and told, when the alerts have been read', async () => {
  const board = createOpenAlertStore();
  const listener = vi.fn<() => void>();
  board.subscribe(listener);
  await expect(board.readOpen(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  expect(board.isKnown()).toBe(false);
  await board.readOpen(async () => []);
  expect(board.isKnown()).toBe(true);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a read that fails changes nothing', async () => {
  const board = createOpenAlertStore();
  board.receive([anAlert(1)]);
  await expect(board.readOpen(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  expect([...board.openDevices()]).toEqual([1]);
});

test('the set of devices is another one only when it holds other devices', () => {
  const board = createOpenAlertStore();
  const listener = vi.fn<() => void>();
  board.subscribe(listener);
  board.receive([anAlert(1)]);
  const devices = board.openDevices();
  // Delivery is at least once, and a device may have several alerts.
  board.receive([anAlert(1), anAlert(2)]);
  expect(board.openDevices()).toBe(devices);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('the alerts of a device are the same list until one of them changes', () => {
  const board = createOpenAlertStore();
  const device = DevicePk.parse(1);
  const told = vi.fn<() => void>();
  board.subscribe(told);
  board.receive([anAlert(1), anAlert(2)]);
  const first = board.alertsOf(device);
  expect(first.map(({ pk }) => pk)).toEqual([1, 2]);
  board.receive([anAlert(3, { device: 2 })]);
  expect(board.alertsOf(device)).toBe(first);
  expect(told).toHaveBeenCalledTimes(2);
  board.receive([{ ...anAlert(2), unknown_since: 5 }]);
  expect(board.alertsOf(device)[1]?.unknown_since).toBe(5);
  expect(told).toHaveBeenCalledTimes(3);
  expect(board.alertsOf(DevicePk.parse(9))).toEqual([]);
});
