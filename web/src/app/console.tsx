import { useAtomValue, useStore } from 'jotai';
import { useEffect, useState, type ReactNode } from 'react';
import { tokenAtom } from '../entities/session/session.ts';
import { useViewer } from '../entities/session/viewer.ts';
import { useServices } from '../lib/services.ts';
import { createFleet } from '../live/fleet.ts';
import { FleetContext } from '../live/use-fleet.ts';
import { Shell } from './shell.tsx';

/** Everything behind the sign-in, created anew for each session. */
export function Console() {
  return (
    <LiveFleet key={useAtomValue(tokenAtom)}>
      <Shell />
    </LiveFleet>
  );
}

/** Owns the live connection of one session: opened and closed with it. */
function LiveFleet({ children }: { children: ReactNode }) {
  const { api, signOut } = useServices();
  const { profile } = useViewer();
  const store = useStore();
  const [fleet] = useState(() =>
    createFleet({ call: api.call, token: () => store.get(tokenAtom), userPk: profile.pk, onSessionEnd: signOut }),
  );

  useEffect(() => {
    fleet.start();
    return () => fleet.stop();
  }, [fleet]);

  return <FleetContext value={fleet}>{children}</FleetContext>;
}
