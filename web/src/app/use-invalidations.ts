import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { approvalsKey } from '../entities/approval/approvals.ts';
import { noticesKey } from '../entities/notice/notices.ts';
import { profileKey } from '../entities/session/profile.ts';
import { useFleet } from '../live/use-fleet.ts';
import type { InvalidationKind } from '../live/invalidations.ts';

const concerned: { readonly [K in InvalidationKind]: readonly (readonly string[])[] } = {
  approval: [approvalsKey],
  notice: [noticesKey],
  // A policy says how long a session may lie idle, and which settings pages there are.
  policy: [profileKey, ['policies']],
  ticket: [],
};

/** What changed elsewhere is read again here. */
export function useInvalidations(): void {
  const queries = useQueryClient();
  const { invalidations, connection } = useFleet();
  useEffect(
    () =>
      invalidations.subscribe((kind) => {
        for (const queryKey of concerned[kind]) void queries.invalidateQueries({ queryKey });
      }),
    [invalidations, queries],
  );
  useEffect(
    // What was told while nobody listened; without a socket this is the pace of the poll.
    () =>
      connection.onSync(() => {
        // What is being read at this moment – a page that somebody asked for – is not given up for it.
        for (const queryKey of [approvalsKey, noticesKey])
          void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
      }),
    [connection, queries],
  );
}
