import { expect, test, vi } from 'vitest';
import { createSessionHandover } from './session-handover.ts';

const nothing = () => undefined;

test('a new tab receives the session of an open one', async () => {
  using _open = createSessionHandover(() => 'token');
  using _signedOut = createSessionHandover(() => null);
  using fresh = createSessionHandover(() => null);
  const found = new Promise((resolve) => void fresh.ask(resolve).then((token) => token !== null && resolve(token)));
  expect(await found).toBe('token');
});

test('without a signed-in tab there is no session', async () => {
  using _signedOut = createSessionHandover(() => null);
  using fresh = createSessionHandover(() => null);
  expect(await fresh.ask(nothing)).toBeNull();
});

test('a late answer of a busy tab is accepted', async () => {
  using fresh = createSessionHandover(() => null);
  const late = vi.fn<(token: string) => void>();
  expect(await fresh.ask(late)).toBeNull();
  const busy = new BroadcastChannel('vigil.session');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  for (const token of ['token', 'another']) busy.postMessage({ kind: 'session', token });
  await vi.waitFor(() => expect(late).toHaveBeenCalledExactlyOnceWith('token'));
  busy.close();
});
