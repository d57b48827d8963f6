import { useAtomValue } from 'jotai';
import { tokenAtom } from '../entities/session/session.ts';
import { LiveFleet } from './live-fleet.tsx';
import { Shell } from './shell.tsx';

/** Everything behind the sign-in, begun anew with each session. */
export function Console() {
  return (
    <LiveFleet key={useAtomValue(tokenAtom)}>
      <Shell />
    </LiveFleet>
  );
}
