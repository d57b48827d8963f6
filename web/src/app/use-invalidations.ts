import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { exportsKey } from '../entities/export/exports.ts';
import { approvalsKey } from '../entities/approval/approvals.ts';
import { incidentsKey, newestIncidentsKey } from '../entities/incident/incidents.ts';
import { appConfigsKey, deviceConfigsKey } from '../entities/config/app-configs.ts';
import { groupDetailsKey } from '../entities/group/use-groups.ts';
import { companyFunctionKey } from '../entities/policy/company-function.ts';
import { ticketsKey } from '../entities/ticket/tickets.ts';
import { noticesKey } from '../entities/notice/notices.ts';
import { profileKey, sessionsKey } from '../entities/session/profile.ts';
import { readAgain } from '../lib/read-again.ts';
import { useFleet } from '../live/use-fleet.ts';
import type { InvalidationKind } from '../live/invalidations.ts';

const concerned: { readonly [K in InvalidationKind]: readonly (readonly string[])[] } = {
  alertsSeen: [newestIncidentsKey],
  approval: [approvalsKey],
  configs: [appConfigsKey, deviceConfigsKey, groupDetailsKey],
  export: [exportsKey],
  incident: [incidentsKey],
  licence: [profileKey],
  notice: [noticesKey],
  // A policy decides how long a session may be idle, and which settings pages exist.
  policy: [profileKey, ['policies'], ['ip-policy'], companyFunctionKey],
  profile: [profileKey],
  // The socket that would bring `profile_changed` is closed with it.
  rights: [profileKey],
  sessions: [sessionsKey],
  ticket: [ticketsKey],
};

/** Reads queries again when the server announces that their data changed. */
export function useInvalidations(): void {
  const queries = useQueryClient();
  const { invalidations, connection } = useFleet();
  useEffect(
    () =>
      invalidations.subscribe((kind) => {
        for (const queryKey of concerned[kind]) void readAgain(queries, queryKey);
      }),
    [invalidations, queries],
  );
  useEffect(
    // Announcements may have been missed while disconnected; without a socket this follows the polls.
    () =>
      connection.onSync(() => {
        // A read in progress, such as a page that the user requested, is not cancelled.
        for (const queryKey of [approvalsKey, incidentsKey, noticesKey, ticketsKey])
          void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
      }),
    [connection, queries],
  );
}
