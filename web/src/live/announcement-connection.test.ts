import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnnouncementConnection } from './announcement-connection.ts';
import { fakeSocket } from './fake-socket.test-support.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const wire = fakeSocket(() => ({ ok: true }));
  const seen: string[] = [];
  const connection = createAnnouncementConnection({
    socket: wire.socket,
    readSession: async () => seen.push('session read'),
    onSessionEnd: (reason) => seen.push(`ended: ${reason}`),
    random: () => 0.5,
  });
  connection.invalidations.subscribe((kind) => seen.push(kind));
  connection.onConnect(() => seen.push('connected'));
  connection.start();
  return { wire, seen, connection };
}

test('announcements, the licence and the end of the session are told, and nothing is watched', () => {
  const { wire, seen } = start();
  wire.open();
  wire.receive('payments_changed', {});
  wire.receive('licence_changed', {});
  wire.receive('session_ended', { reason: 'deactivated' });
  expect(seen).toEqual(['connected', 'payment', 'licence', 'ended: deactivated']);
  expect(wire.sent).toEqual([]);
});

test('a connection that the server has closed is opened again', async () => {
  const { wire } = start();
  wire.open();
  wire.close('io server disconnect');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(wire.state.connects).toBe(2);
});

test('after a refusal the session is asked for before another connection', async () => {
  const { wire, seen } = start();
  wire.refuse('session_invalid');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toEqual(['session read']);
  expect(wire.state.connects).toBe(2);
});

test('nothing is connected or told after the end', async () => {
  const { wire, seen, connection } = start();
  wire.open();
  wire.close('io server disconnect');
  connection.stop();
  wire.receive('licence_changed', {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect([seen, wire.state.connects]).toEqual([['connected'], 1]);
});
