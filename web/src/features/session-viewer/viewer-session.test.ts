import type { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import type { ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem } from '../../lib/api-problem.ts';
import type { LinkListener } from './desktop-link.ts';
import type { PaintedFrame } from './frame-painter.ts';
import type { SessionAnswer } from './session-reports.ts';
import { FIRST_STATE, ViewerSession, type ViewerState } from './viewer-session.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

const going: SessionAnswer = { ends_at: null, left_ms: null, desktop: {} as DesktopAccess } as SessionAnswer;

/** A session whose links the test answers for. */
async function start(answer: { readonly desktop?: undefined } = {}) {
  const links: (LinkListener & { isOpen: boolean })[] = [];
  const first = { ...going, ...answer };
  const server = { connect: () => Promise.resolve(first), alive: () => Promise.resolve(going), ended: 0 };
  let state: ViewerState = FIRST_STATE;
  const sent: ViewerMessage[] = [];
  const paint = vi.fn<() => Promise<PaintedFrame>>(() => Promise.resolve({ seq: 1, hasPicture: true }));
  const session = new ViewerSession({
    reports: {
      connect: () => server.connect(),
      alive: () => server.alive(),
      end: () => {
        server.ended += 1;
        return Promise.resolve(going);
      },
    },
    painter: { paint },
    onChange: (next) => (state = next),
    openLink: (_access, _key, listener) => {
      const link = { ...listener, isOpen: true };
      links.push(link);
      return { send: (message) => sent.push(message), [Symbol.dispose]: () => (link.isOpen = false) };
    },
  });
  session.start();
  await vi.advanceTimersByTimeAsync(0);
  const view = async () => {
    // The next link is opened after a wait.
    while (links.at(-1)?.isOpen !== true) await vi.advanceTimersByTimeAsync(1_000);
    links.at(-1)?.onReady([]);
    links.at(-1)?.onFrame(new Uint8Array(1));
    await vi.advanceTimersByTimeAsync(0);
  };
  /** Each link fails in this way, for so many milliseconds. */
  const failFor = async (ms: number, end: Parameters<LinkListener['onEnd']>[0]) => {
    for (let left = ms; left > 0; left -= 1_000) {
      if (links.at(-1)?.isOpen) links.at(-1)?.onEnd(end);
      await vi.advanceTimersByTimeAsync(1_000);
    }
  };
  const shown = () => [state.phase, state.end];
  return { session, sent, links, server, paint, view, failFor, shown, endsAt: () => state.endsAt };
}

test('a session outlives half a minute without a network, and a device that starts again', async () => {
  const { links, view, failFor, shown } = await start();
  await view();
  for (const end of [
    'network',
    'relay_stops',
    'peer_left',
    'peer_absent',
    'no_display',
    'locked',
    'too_many_connections',
  ] as const) {
    await failFor(30_000, end);
    expect(shown()).toEqual(['connecting', null]);
    await view();
    expect(shown()).toEqual(['viewing', null]);
  }
  expect(links.filter(({ isOpen }) => isOpen)).toHaveLength(1);
});

test('after a minute it is given up, and can be connected again by hand', async () => {
  const { session, view, failFor, shown, links } = await start();
  await view();
  await failFor(70_000, 'network');
  expect(shown()).toEqual(['ended', 'network']);
  const before = links.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(links).toHaveLength(before);
  session.connectAgain();
  await vi.advanceTimersByTimeAsync(0);
  await view();
  expect(shown()).toEqual(['viewing', null]);
});

test.each(['peer_absent', 'no_display', 'locked', 'wayland_consent', 'grant_expired', 'untrusted'] as const)(
  '[REMOTE-2] %s is final at first, and ends the session: the device is not in use until it misses its viewer',
  async (end) => {
    const { session, links, server, shown } = await start();
    links[0]?.onEnd(end);
    expect([...shown(), server.ended]).toEqual(['ended', end, 1]);
    session.connectAgain();
    session.end();
    expect([...shown(), server.ended]).toEqual(['ended', end, 1]);
  },
);

test.each(['consent_refused', 'declined', 'unanswered', 'replaced'] as const)(
  'a viewer that ends with %s says nothing: the device has ended the session, or another page goes on with it',
  async (end) => {
    const { links, server, shown } = await start();
    links[0]?.onEnd(end);
    expect([...shown(), server.ended]).toEqual(['ended', end, 0]);
  },
);

test('a session without a screen to show is ended', async () => {
  const { server, shown } = await start({ desktop: undefined });
  expect([...shown(), server.ended]).toEqual(['ended', 'unavailable', 1]);
});

test('a device that does not answer is not waited for without end; a person who is asked is', async () => {
  const { links, shown } = await start();
  await vi.advanceTimersByTimeAsync(23_000);
  expect([links.length, links[0]?.isOpen]).toEqual([2, false]);
  links[1]?.onAsking(30);
  await vi.advanceTimersByTimeAsync(29_000);
  expect([links.length, ...shown()]).toEqual([2, 'asking', null]);
  // Its network is gone while the person is asked.
  await vi.advanceTimersByTimeAsync(24_000);
  expect(links.length).toBeGreaterThan(2);
});

test('a session that the server does not know any more has ended, also with the last picture on the screen', async () => {
  const { links, server, view, shown } = await start();
  await view();
  server.alive = () => Promise.reject(new ApiProblem(401, { code: 'session_invalid', message: '' }));
  links[0]?.onEnd('session_cut');
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(['ended', 'session_invalid']);
});

test('a picture that cannot be read brings another link, which begins with the whole screen', async () => {
  const { links, paint, view, shown } = await start();
  await view();
  paint.mockRejectedValueOnce(new Error('no picture'));
  links[0]?.onFrame(new Uint8Array(1));
  await vi.advanceTimersByTimeAsync(2_000);
  await view();
  expect([links.length, links[0]?.isOpen, ...shown()]).toEqual([2, false, 'viewing', null]);
});

test('a device that connects and shows nothing is given up after a minute', async () => {
  const { links, paint, shown } = await start();
  paint.mockResolvedValue({ seq: 1, hasPicture: false });
  for (let second = 0; second < 75; second += 1) {
    const link = links.at(-1);
    if (link?.isOpen) {
      link.onReady([]);
      link.onFrame(new Uint8Array(1));
      await vi.advanceTimersByTimeAsync(0);
      link.onEnd('peer_left');
    }
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(shown()).toEqual(['ended', 'peer_left']);
});

test('[RELAY-12] what the device has released for a hand at it is held no longer', async () => {
  const { session, sent, links } = await start();
  links[0]?.onReady(['heartbeat', 'held']);
  const control = { t: 'control' as const, you: 1, viewers: [], holder: 1, epoch: 4, requester: null };
  links[0]?.onMessage(control);
  session.send({ t: 'key', code: 'KeyA', down: true });
  links[0]?.onMessage({ ...control, is_local: true });
  sent.length = 0;
  await vi.advanceTimersByTimeAsync(900);
  expect(sent).toEqual([]);
});

test('[RELAY-16] while a key is pressed the device is told that the page is there', async () => {
  const { session, sent, links, shown } = await start();
  links[0]?.onReady(['heartbeat', 'held']);
  links[0]?.onMessage({ t: 'control', you: 1, viewers: [], holder: 1, epoch: 4, requester: null });
  expect(shown()).toEqual(['viewing', null]);
  const beats = async () => {
    sent.length = 0;
    await vi.advanceTimersByTimeAsync(900);
    return sent.filter(({ t }) => t === 'beat').length;
  };
  session.send({ t: 'key', code: 'KeyA', down: true });
  session.send({ t: 'button', button: 0, down: true });
  expect(await beats()).toBe(3);
  session.send({ t: 'key', code: 'KeyA', down: false });
  expect(await beats()).toBe(3);
  session.send({ t: 'release' });
  expect(await beats()).toBe(0);
});

test('[REMOTE-5] the time that is left counts from the answer of the server, whatever the clock of this computer shows', async () => {
  const { server, endsAt } = await start();
  expect(endsAt()).toBeNull();
  const minutes = 60_000;
  // The clocks differ by an hour.
  const ends_at = new Date(Date.now() + 70 * minutes).toISOString();
  server.alive = () => Promise.resolve({ ...going, ends_at, left_ms: 10 * minutes });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(endsAt()).toBe(Date.now() + 10 * minutes);
});
