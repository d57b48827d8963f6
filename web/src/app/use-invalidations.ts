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
import { useFleet } from '../live/use-fleet.ts';
import { followAnnouncements, type Concerned } from './follow-announcements.ts';

const concerned: Concerned = {
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

/** What is read with each poll while there is no socket. The rest can wait for the next connection. */
const polled = [approvalsKey, incidentsKey, noticesKey, ticketsKey];

/** Reads queries again when the server announces that their data changed. */
export function useInvalidations(): void {
  const queries = useQueryClient();
  const fleet = useFleet();
  useEffect(() => followAnnouncements(queries, fleet, { concerned, polled }), [fleet, queries]);
}
