import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { approvalsKey } from '../entities/approval/approvals.ts';
import { noticesKey } from '../entities/notice/notices.ts';
import { profileKey, sessionsKey } from '../entities/session/profile.ts';
import { useFleet } from '../live/use-fleet.ts';
import type { InvalidationKind } from '../live/invalidations.ts';

const concerned: { readonly [K in InvalidationKind]: readonly (readonly string[])[] } = {
  approval: [approvalsKey],
  notice: [noticesKey],
  // A policy decides how long a session may be idle, and which settings pages exist.
  policy: [profileKey, ['policies']],
  sessions: [sessionsKey],
  ticket: [],
};

/** Reads queries again when the server announces that their data changed. */
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
    // Announcements may have been missed while disconnected; without a socket this follows the polls.
    () =>
      connection.onSync(() => {
        // A read in progress, such as a page that the user requested, is not cancelled.
        for (const queryKey of [approvalsKey, noticesKey])
          void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
      }),
    [connection, queries],
  );
}
