import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'jotai';
import { createFleet, type Fleet } from '../live/fleet.ts';
import { FleetContext } from '../live/use-fleet.ts';
import { useServices } from '../lib/services.ts';
import { tokenAtom } from '../lib/session.ts';
import { useViewer } from '../lib/viewer.ts';

/** Owns the live connection of one session: opened with it, closed with it. */
export function LiveFleet({ children }: { children: ReactNode }) {
  const { api, signOut } = useServices();
  const { profile } = useViewer();
  const store = useStore();
  const [fleet, setFleet] = useState<Fleet | null>(null);

  useEffect(() => {
    const own = createFleet({
      api,
      token: () => store.get(tokenAtom),
      userPk: profile.pk,
      onSessionEnd: signOut,
    });
    own.start();
    setFleet(own);
    return () => own.stop();
  }, [api, store, profile.pk, signOut]);

  return fleet && <FleetContext value={fleet}>{children}</FleetContext>;
}
