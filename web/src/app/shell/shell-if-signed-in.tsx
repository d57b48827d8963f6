import { useAtomValue } from 'jotai';
import { Suspense, type ComponentType } from 'react';
import { useOutlet } from 'react-router-dom';
import { profileAtom, tokenAtom } from '../../entities/session/session.ts';
import { SessionGate } from '../session/session-gate.tsx';

/** Pages that exist with and without a session: with one, they stand inside the shell. */
export function ShellIfSignedIn({ Console }: { Console: ComponentType }) {
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
