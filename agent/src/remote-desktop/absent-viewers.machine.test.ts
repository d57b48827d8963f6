import { expect, test } from 'vitest';
import { systemClock, type Clock } from '../clock.ts';
import { createViewerKeys } from '../testing/desktop-viewer.ts';
import { eventually } from '../testing/eventually.ts';
import { startDesktops } from '../testing/start-desktops.ts';
import { VIEWER_ABSENCE_MS } from './absent-viewers.ts';

/** Desktops whose waits for a viewer last until the test ends them. */
async function startAbsent() {
  const absences: { readonly run: () => void; readonly isOver: () => boolean }[] = [];
  const clock: Clock = {
    ...systemClock,
    after(ms, run) {
      if (ms !== VIEWER_ABSENCE_MS) return systemClock.after(ms, run);
      let isOver = false;
      absences.push({ run, isOver: () => isOver });
      return { [Symbol.dispose]: () => (isOver = true) };
    },
  };
  return { ...(await startDesktops(undefined, undefined, clock)), absences };
}

test('a session whose viewer does not come, or not come back, within a minute has ended', async () => {
  const { view, absences, ended, desktops, session, viewToo } = await startAbsent();
  const { socket } = await view();
  // It waited until the viewer was there.
  expect(absences.map(({ isOver }) => isOver())).toEqual([true]);
  await viewToo('Jun');
  socket.close();
  await eventually(() => absences.length === 3);
  expect([absences[2]?.isOver(), ended]).toEqual([false, []]);
  absences[2]?.run();
  expect(ended).toEqual(['lost']);
  desktops.end(session);
  expect(absences).toHaveLength(3);
});

test('a viewer that comes back within the minute goes on; the end of the session ends the wait', async () => {
  const { view, grantOf, absences, ended, desktops, session } = await startAbsent();
  const first = await view();
  first.socket.close();
  await eventually(() => absences.length === 2);
  const own = createViewerKeys();
  const second = await view(grantOf({ viewer_key: own.publicKey }), { own });
  expect(absences.map(({ isOver }) => isOver())).toEqual([true, true, true]);
  second.socket.close();
  await eventually(() => absences.length === 4);
  desktops.end(session);
  expect([absences[3]?.isOver(), ended]).toEqual([true, []]);
});
