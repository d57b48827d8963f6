import { useStore } from 'jotai';
import { useEffect, useState, type ReactNode } from 'react';
import { useServices } from '../lib/services.ts';
import { tokenAtom } from '../entities/session/session.ts';
import { useViewer } from '../entities/session/viewer.ts';
import { createFleet } from '../live/fleet.ts';
import { FleetContext } from '../live/use-fleet.ts';

/** Owns the live connection of one session: opened with it, closed with it. Rendered anew for another session. */
export function LiveFleet({ children }: { children: ReactNode }) {
  const { api, signOut } = useServices();
  const { profile } = useViewer();
  const store = useStore();
  const [fleet] = useState(() =>
    createFleet({ api, token: () => store.get(tokenAtom), userPk: profile.pk, onSessionEnd: signOut }),
  );

  useEffect(() => {
    fleet.start();
    return () => fleet.stop();
  }, [fleet]);

  return <FleetContext value={fleet}>{children}</FleetContext>;
}
