import {
  invitations,
  linkTokens,
  recoveryCodes,
  signInFailures,
  signInRecords,
} from '@vigil/shared/platform/db/schema/accounts';
import { deviceDeletions, unknownAgents } from '@vigil/shared/platform/db/schema/agent-identities';
import { unpublishedAnnouncements } from '@vigil/shared/platform/db/schema/announcements';
import { apiTokens } from '@vigil/shared/platform/db/schema/api-tokens';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { applicationChunks, applicationCommands, applications } from '@vigil/shared/platform/db/schema/applications';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { bulkJobDevices, bulkJobs } from '@vigil/shared/platform/db/schema/bulk-jobs';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { commands, commandSteps, fleetOutbox } from '@vigil/shared/platform/db/schema/commands';
import { licences } from '@vigil/shared/platform/db/schema/companies';
import {
  deviceConnections,
  deviceGroups,
  deviceHardware,
  deviceProcesses,
  devices,
  enrolTokens,
  favourites,
  groupMembers,
  lastFrames,
} from '@vigil/shared/platform/db/schema/devices';
import { exportChunks, exports } from '@vigil/shared/platform/db/schema/exports';
import { imports } from '@vigil/shared/platform/db/schema/imports';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { maintenanceWindows } from '@vigil/shared/platform/db/schema/maintenance-windows';
import { paymentNotifications, payments } from '@vigil/shared/platform/db/schema/payments';
import { ipPolicies, ipRules, policies } from '@vigil/shared/platform/db/schema/policies';
import { alerts, alertThresholds, audits, usageMinutes } from '@vigil/shared/platform/db/schema/records';
import { agentRolloutDevices, agentRollouts } from '@vigil/shared/platform/db/schema/releases';
import { remoteSessionFiles, remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { ticketDevices, ticketHistory, tickets } from '@vigil/shared/platform/db/schema/tickets';
import { savedFilters, sessions, userPreferences, users } from '@vigil/shared/platform/db/schema/users';
import { wallScreens } from '@vigil/shared/platform/db/schema/wall-screens';
import { wallViews } from '@vigil/shared/platform/db/schema/wall-views';
import type { PgTable } from 'drizzle-orm/pg-core';

/** What becomes of the rows of a company in a table. */
interface CompanyTable {
  readonly table: PgTable;
  /**
   * What of them a company gets with all its data: the columns but for some, which are secrets or of no use outside; or
   * nothing, and why.
   */
  readonly exported: { readonly without: readonly string[] } | { readonly leftOut: string };
  /** What happens with the deletion of its account: they are deleted, or kept for some years, and why. */
  readonly atDeletion: 'deleted' | { readonly kept: string };
}

const whole = (table: PgTable, without: readonly string[] = []): CompanyTable => ({
  table,
  exported: { without },
  atDeletion: 'deleted',
});
const leftOut = (table: PgTable, reason: string): CompanyTable => ({
  table,
  exported: { leftOut: reason },
  atDeletion: 'deleted',
});

const ON_THE_WAY = 'on the way to browsers and servers';
const NO_SECRETS = 'made of secrets';

/**
 * All tables with rows of companies, in the order in which they are deleted: what refers to rows of another stands
 * before it.
 */
export const companyTables: readonly CompanyTable[] = [
  // Devices go with their usage first (`erase-devices.ts`), so that agents are told while everything else is still
  // there.
  leftOut(usageMinutes, 'measured values of each minute: millions of rows, which charts and the API read'),
  leftOut(lastFrames, 'pictures of screens, which are kept for minutes'),
  whole(deviceProcesses),
  whole(deviceConnections),
  whole(deviceHardware),
  whole(favourites),
  whole(devices, ['public_key']),
  whole(channelDeliveries),
  whole(channels, ['sealed_url', 'sealed_secret']),
  whole(alerts),
  whole(alertThresholds),
  whole(incidents),
  whole(maintenanceWindows),
  whole(remoteSessionFiles),
  whole(remoteSessions, ['secret_hash', 'key_hash', 'console_session']),
  whole(approvals),
  whole(ticketDevices),
  whole(ticketHistory),
  whole(tickets, ['reveal_key']),
  whole(applicationCommands),
  leftOut(applicationChunks, 'the files that the company itself has uploaded'),
  whole(applications, ['pin_hash']),
  whole(commandSteps),
  whole(commands, ['signature', 'key_id']),
  whole(bulkJobDevices),
  whole(bulkJobs),
  whole(agentRolloutDevices),
  whole(agentRollouts),
  leftOut(unknownAgents, 'agents that nobody has enrolled'),
  leftOut(imports, 'requests for imports, whose users and groups are in their own tables'),
  leftOut(enrolTokens, NO_SECRETS),
  leftOut(exportChunks, 'the files of exports'),
  leftOut(exports, 'this export, and those of the last day'),
  leftOut(invitations, NO_SECRETS),
  leftOut(linkTokens, NO_SECRETS),
  leftOut(recoveryCodes, NO_SECRETS),
  whole(apiTokens, ['token_hash', 'hint']),
  leftOut(sessions, 'of minutes to days; the sign-ins say when and from where they were opened'),
  whole(savedFilters),
  whole(userPreferences),
  whole(groupMembers),
  whole(wallScreens),
  whole(wallViews),
  whole(users, ['password_hash', 'otp_secret', 'otp_last_step', 'credential_version', 'rights_version']),
  whole(signInRecords, ['session_fk']),
  whole(signInFailures),
  whole(deviceGroups),
  whole(appConfigs),
  whole(policies),
  whole(ipPolicies),
  whole(ipRules),
  leftOut(mails, 'what was sent by mail, whose text is emptied then'),
  leftOut(unpublishedAnnouncements, ON_THE_WAY),
  leftOut(fleetOutbox, ON_THE_WAY),
  { ...whole(paymentNotifications, ['hash']), atDeletion: { kept: 'part of the payments' } },
  { ...whole(payments), atDeletion: { kept: 'payments, for 5 years' } },
  { ...whole(licences), atDeletion: { kept: 'contracts, for 5 years' } },
  { ...whole(audits), atDeletion: { kept: 'the audit, for 5 years, without names' } },
  {
    ...leftOut(deviceDeletions, 'keys of devices that are gone'),
    atDeletion: { kept: 'agents that are away are told by it that they were deleted' },
  },
];
