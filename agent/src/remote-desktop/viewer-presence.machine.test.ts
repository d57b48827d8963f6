import { once } from 'node:events';
import { expect, test } from 'vitest';
import { systemClock, type Clock } from '../clock.ts';
import { eventually } from '../testing/eventually.ts';
import { startDesktops } from '../testing/start-desktops.ts';

/** An agent whose time goes ten times as fast. */
const fastClock: Clock = {
  now: () => systemClock.now(),
  steady: () => systemClock.steady() * 10,
  after: (ms, run) => systemClock.after(ms / 10, run),
};

test('[RELAY-16] nothing stays pressed or locked for a viewer that does not answer, and its connection ends', async () => {
  const { desktop, locked, view } = await startDesktops(undefined, undefined, fastClock);
  const { send, socket, control } = await view();
  send({ t: 'accept', offers: ['heartbeat'] });
  await control(({ holder, you }) => holder === you);
  const closed = once(socket, 'close');
  send({ t: 'key', code: 'ShiftLeft', down: true });
  await eventually(() => desktop.done.length > 0);
  send({ t: 'lock', on: true });
  await closed;
  expect(desktop.done).toEqual(expect.arrayContaining(['ShiftLeft down', 'ShiftLeft up', 'locked', 'unlocked']));
  expect([desktop.isDisposed, locked]).toEqual([true, [true, false]]);
});

test('[RELAY-16] a key of a viewer that says while it presses one that it is there is let go when that stops', async () => {
  const { desktop, locked, view } = await startDesktops();
  const { send, control } = await view();
  send({ t: 'accept', offers: ['heartbeat', 'held'] });
  await control(({ holder, you }) => holder === you);
  send({ t: 'lock', on: true });
  send({ t: 'key', code: 'Delete', down: true });
  await eventually(() => desktop.done.includes('Delete up'));
  // The lock is not given back for a pause.
  expect([desktop.done, locked]).toEqual([['Delete down', 'locked', 'Delete up'], [true]]);
});

test('[RELAY-17] who accepts it is told where the pointer is on what is seen', async () => {
  const { desktop, view } = await startDesktops();
  const monitor = { isPrimary: false, y: 0, w: 100, h: 100 };
  desktop.monitors = [
    { ...monitor, name: 'left', x: 0 },
    { ...monitor, name: 'right', x: 100 },
  ];
  const { send, told, control } = await view();
  send({ t: 'accept', offers: ['pointer', 'monitors'] });
  const at = (place: { x: number; y: number } | null) =>
    eventually(async () => {
      await control(() => true);
      const last = told.findLast(({ t }) => t === 'pointer_at');
      return JSON.stringify(last) === JSON.stringify({ t: 'pointer_at', at: place });
    });
  desktop.pointer = { x: 150, y: 20 };
  await at({ x: 150, y: 20 });
  send({ t: 'monitor', name: 'right' });
  await at({ x: 50, y: 20 });
  desktop.pointer = { x: 99, y: 20 };
  await at(null);
});

test('[RELAY-16] a viewer that knows no heartbeat is let go when the relay does not answer any more', async () => {
  const { desktop, view } = await startDesktops(undefined, undefined, fastClock);
  const { send, socket, control } = await view();
  await control(({ holder, you }) => holder === you);
  send({ t: 'key', code: 'ShiftLeft', down: true });
  await eventually(() => desktop.done.length > 0);
  const pinged = once(socket, 'ping');
  await pinged;
  socket.pause();
  await eventually(() => desktop.isDisposed);
  expect(desktop.done).toEqual(['ShiftLeft down', 'ShiftLeft up']);
});
