import { expect, test } from 'vitest';
import { readSeatState } from './linux-seat.ts';

/** A `loginctl` of these sessions. */
const loginctl =
  (sessions: Record<string, string>[]) =>
  (_file: string, [verb]: readonly string[]) => {
    const list = sessions.map((_, index) => `${index + 1} 1000 mina seat0 tty2`).join('\n');
    const shown = sessions.map((session) =>
      Object.entries(session)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    );
    return Promise.resolve(verb === 'list-sessions' ? `${list}\n` : `${shown.join('\n\n')}\n`);
  };

const remote = { Class: 'user', Type: 'tty', Seat: '', Active: 'yes', LockedHint: 'no' };
const user = { Class: 'user', Type: 'x11', Seat: 'seat0', Active: 'yes', LockedHint: 'no' };

test.each([
  ['nobody has signed in', { ...user, Class: 'greeter', Type: 'wayland' }, 'login_screen'],
  ['a session of Wayland', { ...user, Type: 'wayland' }, 'wayland_consent'],
  ['a locked session', { ...user, LockedHint: 'yes' }, 'locked'],
  ['a session that can be seen', user, null],
  ['a session in the background', { ...user, Type: 'wayland', Active: 'no' }, null],
] as const)('%s', async (_name, session, expected) => {
  expect(await readSeatState(loginctl([remote, session]))).toBe(expected);
});

test('without sessions, or without logind, nothing is known', async () => {
  expect(await readSeatState(loginctl([]))).toBeNull();
  expect(await readSeatState(() => Promise.reject(new Error('no such file')))).toBeNull();
});
