import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readProfile } from '@vigil/shared/contract/routes/accounts';
import { useAtomValue, useStore } from 'jotai';
import { useEffect } from 'react';
import { profileQuery } from '../../entities/profile/profile.ts';
import { tokenAtom } from '../../entities/session/session.ts';
import { COOKIE_SESSION_TOKEN } from '../../lib/api.ts';
import { useServices } from '../../lib/services.ts';
import { createAnnouncementConnection } from '../../live/announcement-connection.ts';
import { createConsoleSocket } from '../../live/socket.ts';
import { rereadQueriesOnConnect } from '../data/reread-on-announcements.ts';

/**
 * For networks that let no socket through, and for deletions of devices, of which nobody is told while the company is
 * blocked.
 */
const PROFILE_INTERVAL_MS = 3_000;

/** Notices at once that a licence was bought, on all pages that exist while the company is blocked. */
export function useGateAnnouncements(): void {
  const { api, signOut } = useServices();
  const queries = useQueryClient();
  const store = useStore();
  const token = useAtomValue(tokenAtom);
  useQuery({ ...profileQuery(api, token), refetchInterval: PROFILE_INTERVAL_MS });
  useEffect(() => {
    const connection = createAnnouncementConnection({
      socket: createConsoleSocket(() => {
        const own = store.get(tokenAtom);
        return own === COOKIE_SESSION_TOKEN ? null : own;
      }),
      readSession: () => api.call(readProfile),
      onSessionEnd: signOut,
      random: Math.random,
    });
    const stopRereading = rereadQueriesOnConnect(queries, connection);
    connection.start();
    return () => {
      stopRereading();
      connection.stop();
    };
  }, [api, queries, signOut, store]);
}
