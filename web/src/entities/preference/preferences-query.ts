import { queryOptions } from '@tanstack/react-query';
import type { Services } from '../../lib/services.ts';

/** Another browser of the user may have changed one meanwhile. */
const STALE_MS = 60_000;

/** Reads the preferences of the user of a session, and again when the user comes back to the page. */
export const preferencesQuery = ({ preferences }: Services, token: string | null) =>
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
