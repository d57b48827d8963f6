import { eq } from 'drizzle-orm';
import type { TicketPk } from '../../contract/ids.ts';
import type { ChangeTx } from '../changes/commit-change.ts';
import { users } from '../db/schema/users.ts';
import { endSessions } from './end-sessions.ts';
import { whereSessionOfUser } from './session-queries.ts';

/**
 * Ends the validity of a ticket's temporary account, and its sessions of the console. A worker ends those with devices,
 * and deletes it.
 */
export async function deactivateTicketAccount(tx: ChangeTx, ticket: TicketPk, at: Date): Promise<void> {
  const accounts = await tx
    .update(users)
    .set({ active: false, validUntil: at })
    .where(eq(users.ticketFk, ticket))
    .returning({ pk: users.pk });
  for (const { pk } of accounts) await endSessions(tx, whereSessionOfUser(pk), { reason: 'deactivated', at });
}
