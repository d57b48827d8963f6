import type { OperatorCommand } from './command.ts';
import { companyCommands } from './commands/companies.ts';
import { invitationCommands } from './commands/invitations.ts';
import { licenceCommands } from './commands/licences.ts';
import { noticeCommands } from './commands/notices.ts';
import { partnerCommands } from './commands/partners.ts';
import { queueCommands } from './commands/queues.ts';
import { sessionCommands } from './commands/sessions.ts';
import { setupCommands } from './commands/setup.ts';
import { userCommands } from './commands/users.ts';

/** All commands of the operator's command line. */
export const commands: readonly OperatorCommand[] = [
  ...setupCommands,
  ...companyCommands,
  ...licenceCommands,
  ...noticeCommands,
  ...partnerCommands,
  ...invitationCommands,
  ...userCommands,
  ...sessionCommands,
  ...queueCommands,
];
