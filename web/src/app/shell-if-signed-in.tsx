import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { useOutlet } from 'react-router-dom';
import { profileAtom, tokenAtom } from '../entities/session/session.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { pages } from './pages.ts';
import { SessionGate } from './session-gate.tsx';

const Console = lazyWithPreload(pages.console);

/** Pages that exist with and without a session: with one, they stand inside the shell. */
export function ShellIfSignedIn() {
  const token = useAtomValue(tokenAtom);
  const profile = useAtomValue(profileAtom);
  const page = useOutlet();
  if (token === null) return page;
  // The gate reads the profile, and shows its outlet once there is one.
  if (profile === null) return <SessionGate />;
  return (
    <Suspense fallback={null}>
      <Console />
    </Suspense>
  );
}
