import type { OperatorCommand } from './command.ts';
import { backupCommands } from './commands/backup.ts';
import { commandKeyCommands } from './commands/command-keys.ts';
import { companyCommands } from './commands/companies.ts';
import { companyDeletionCommands } from './commands/company-deletions.ts';
import { companyPriceCommands } from './commands/company-prices.ts';
import { companyTimeZoneCommands } from './commands/company-time-zones.ts';
import { invitationCommands } from './commands/invitations.ts';
import { licenceCommands } from './commands/licences.ts';
import { noticeCommands } from './commands/notices.ts';
import { partnerCommands } from './commands/partners.ts';
import { paymentCommands } from './commands/payments.ts';
import { companyPolicyCommands } from './commands/policies.ts';
import { queueCommands } from './commands/queues.ts';
import { releaseCommands } from './commands/releases.ts';
import { sessionCommands } from './commands/sessions.ts';
import { setupCommands } from './commands/setup.ts';
import { simulatedHistoryCommands } from './commands/simulated-history.ts';
import { userCommands } from './commands/users.ts';

/** All commands of the operator's command line. */
export const operatorCommands: readonly OperatorCommand[] = [
  ...setupCommands,
  ...simulatedHistoryCommands,
  ...backupCommands,
  ...commandKeyCommands,
  ...releaseCommands,
  ...companyCommands,
  ...companyDeletionCommands,
  ...companyPriceCommands,
  ...companyTimeZoneCommands,
  ...licenceCommands,
  ...paymentCommands,
  ...noticeCommands,
  ...partnerCommands,
  ...invitationCommands,
  ...userCommands,
  ...companyPolicyCommands,
  ...sessionCommands,
  ...queueCommands,
];
