import { expect, test } from 'vitest';
import { createSessionHandover } from './session-handover.ts';

test('a new tab is given the session of one that is open', async () => {
  using _open = createSessionHandover(() => 'token');
  using _signedOut = createSessionHandover(() => null);
  using fresh = createSessionHandover(() => null);
  expect(await fresh.ask()).toBe('token');
});

test('where nobody is signed in there is none', async () => {
  using _signedOut = createSessionHandover(() => null);
  using fresh = createSessionHandover(() => null);
  expect(await fresh.ask()).toBeNull();
});
