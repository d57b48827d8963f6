import { readProfile } from '@vigil/shared/contract/routes/accounts';
import { useSetAtom } from 'jotai';
import { useLayoutEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { tokenAtom } from '../../entities/session/session.ts';
import { apiProblemOf } from '../../lib/api-problem.ts';
import { render } from '../../testing/render.tsx';
import { SessionGate } from './session-gate.tsx';

afterEach(() => vi.restoreAllMocks());

function SignedIn() {
  const setToken = useSetAtom(tokenAtom);
  useLayoutEffect(() => setToken('token'), [setToken]);
  return <SessionGate />;
}

test('a session that could not be read is logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const refused = apiProblemOf('not_allowed', 'en');
  const call = (async (endpoint: unknown) => {
    if (endpoint === readProfile) throw refused;
    return { objects: [] };
  }) as never;
  await render(<SignedIn />, { api: { call } });
  await expect.poll(() => warn.mock.calls).toContainEqual(['The session was not read', refused]);
});
