import { Center, Loader } from '@mantine/core';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { arePreferencesKnownAtom } from '../../entities/preference/preferences.ts';
import { profileQuery } from '../../entities/profile/profile.ts';
import { forgetReturnAddress, keepReturnAddress } from '../../entities/session/return-address.ts';
import { profileAtom, unpairReasonAtom, tokenAtom } from '../../entities/session/session.ts';
import { abortWithSession } from '../../lib/api.ts';
import { useLanguage } from '../../lib/language.ts';
import { ServicesContext, useServices, type Services } from '../../lib/services.ts';
import { FailedState } from '../../ui/failed-state.tsx';

/** Redirects to the sign-in without a session, and reads the profile and the preferences of the user. */
export function SessionGate() {
  const { t } = useTranslation();
  const services = useServices();
  const language = useLanguage();
  const location = useLocation();
  const token = useAtomValue(tokenAtom);
  const profile = useAtomValue(profileAtom);
  const setProfile = useSetAtom(profileAtom);
  const query = useQuery({
    ...profileQuery(services.api, token),
    // Nobody is at a wall to try again, as when it starts before the network does.
    refetchInterval: ({ state }) => state.status === 'error' && RETRY_MS,
  });
  const preferences = useQuery({
    ...preferencesQuery(services, token),
    enabled: profile !== null && profile.is_screen !== true,
  });
  // Another token is another session.
  const inSession = useMemo(
    () => (token === null ? services : { ...services, api: abortWithSession(services.api, services.sessionEnd()) }),
    [services, token],
  );
  // Nobody chooses anything at a wall screen.
  const isKnown = useAtomValue(arePreferencesKnownAtom) || profile?.is_screen === true;
  const wasScreen = useAtomValue(unpairReasonAtom) !== null;
  useSessionEnd(profile?.session_expires, query.refetch);

  useEffect(() => {
    // Where the screen says only that something went wrong, or a wall tries again unseen.
    if (query.error) console.warn('The session was not read', query.error);
  }, [query.error]);

  useEffect(() => {
    if (query.data) setProfile(query.data);
  }, [query.data, setProfile]);

  useEffect(() => {
    if (token !== null) forgetReturnAddress(window);
  }, [token]);

  if (token === null && wasScreen) return <Navigate to={`/${language}/screen`} replace />;
  if (token === null) return <ToSignIn address={location.pathname + location.search} />;
  // Without a copy in this browser the page would be shown first in a form that the user has not chosen.
  if (profile && (isKnown || preferences.isFetchedAfterMount))
    return (
      <ServicesContext value={inSession}>
        <Outlet />
      </ServicesContext>
    );
  if (query.isError) {
    return <FailedState title={t('problem.unknown')} error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <Center h="100%">
      <Loader size="sm" aria-label={t('loading')} />
    </Center>
  );
}

function ToSignIn({ address }: { address: string }) {
  const language = useLanguage();
  // Before the navigation, which is an effect as well.
  useLayoutEffect(() => keepReturnAddress(window, address), [address]);
  return <Navigate to={`/${language}/`} replace />;
}

const RETRY_MS = 10_000;

/** Added to the end that the server announced, so that it has passed on its clock, too. */
const GRACE_MS = 5_000;

/**
 * Browsers run a timer at once that is set further ahead (2³¹ − 1 ms). A session that lasts longer is asked for
 * earlier.
 */
const MAX_TIMER_MS = 2_147_483_647;

/** Asks the server, when the session should have ended, whether it has: it may have been extended by another tab. */
function useSessionEnd(expires: string | undefined, ask: () => Promise<unknown>): void {
  useEffect(() => {
    if (expires === undefined) return;
    const leftMs = Math.max(Date.parse(expires) - Date.now(), 0) + GRACE_MS;
    const timer = setTimeout(() => void ask(), Math.min(leftMs, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  }, [expires, ask]);
}

/** Another browser of the user may have changed one meanwhile. */
const STALE_MS = 60_000;

/** Reads the preferences of the user of a session, and again when the user comes back to the page. */
const preferencesQuery = ({ preferences }: Services, token: string | null) =>
  queryOptions({
    queryKey: ['preferences', token],
    queryFn: async () => {
      await preferences.refresh();
      return true;
    },
    staleTime: STALE_MS,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });
