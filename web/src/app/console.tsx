import { Notifications, notifications } from '@mantine/notifications';
import { useAtomValue, useStore } from 'jotai';
import { Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { tokenAtom } from '../entities/session/session.ts';
import { useViewer } from '../entities/session/viewer.ts';
import { COOKIE_SESSION_TOKEN } from '../lib/api.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { storageKey, storedIdList } from '../lib/local-storage-keys.ts';
import { useServices } from '../lib/services.ts';
import { createFleetCache } from '../live/fleet-cache.ts';
import { createLiveData } from '../live/live-data.ts';
import { EarlySnapshotContext, FleetCacheContext, LiveDataContext } from '../live/use-fleet.ts';
import { Shell } from './shell/shell.tsx';

const WallScreenShell = lazyWithPreload(async () => (await import('./shell/wall-screen-shell.tsx')).WallScreenShell);
const GateShell = lazyWithPreload(async () => (await import('./session/licence-gate-shell.tsx')).LicenceGateShell);

/**
 * Everything behind the sign-in, created anew for each session; the licence gate replaces it while the company is
 * blocked.
 */
export function Console() {
  const token = useAtomValue(tokenAtom);
  const { profile } = useViewer();
  if (profile.is_screen)
    return (
      <LiveFleet key={token}>
        <Suspense fallback={null}>
          <WallScreenShell />
        </Suspense>
      </LiveFleet>
    );
  return (
    <>
      <Toasts />
      {profile.license.gate === 1 ? (
        <Suspense fallback={null}>
          <GateShell key={token} />
        </Suspense>
      ) : (
        <LiveFleet key={token}>
          <Shell />
        </LiveFleet>
      )}
    </>
  );
}

/** Owns the live connection of one session: opened and closed with it. */
function LiveFleet({ children }: { children: ReactNode }) {
  const { api, signOut } = useServices();
  const cacheStore = use(FleetCacheContext);
  const earlySnapshot = use(EarlySnapshotContext);
  const { profile } = useViewer();
  const store = useStore();
  const [fleet] = useState(() =>
    createLiveData({
      call: api.call,
      token: () => {
        const own = store.get(tokenAtom);
        return own === COOKIE_SESSION_TOKEN ? null : own;
      },
      userPk: profile.pk,
      isReadOnly: profile.is_temporary || profile.is_screen === true,
      onSessionEnd: signOut,
      cache: cacheStore && createFleetCache(cacheStore, `${profile.pk}:${profile.rights}`, Date.now),
      dismissed: storedIdList(window.localStorage, storageKey.dismissedChanges),
      early: earlySnapshot?.take(store.get(tokenAtom)) ?? null,
    }),
  );

  useEffect(() => {
    fleet.start();
    return () => fleet.stop();
  }, [fleet]);

  const isOn = profile.flag_refresh === 1;
  useEffect(() => {
    fleet.connection.setRefresh({ isOn, intervalMs: profile.refresh_interval * 1_000 });
    // Measures that are not refreshed are muted wherever they are shown.
    document.documentElement.toggleAttribute('data-usage-paused', !isOn);
  }, [fleet, isOn, profile.refresh_interval]);

  return <LiveDataContext value={fleet}>{children}</LiveDataContext>;
}

/** What has happened, for a few seconds each. Those of one session are not shown in the next one. */
function Toasts() {
  useEffect(() => () => notifications.clean(), []);
  // Above dialogs, whose failures they report, and below menus and panels, which are in use.
  return <Notifications className="toasts" position="top-right" zIndex={250} limit={4} />;
}
