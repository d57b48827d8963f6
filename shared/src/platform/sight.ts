import { asc, eq } from 'drizzle-orm';
import { MANAGER } from '../domain/member-types.ts';
import type { Sight } from '../domain/sight.ts';
import type { ReadTx } from './db/client.ts';
import { groupMembers } from './db/schema/devices.ts';
import { ticketDevices } from './db/schema/tickets.ts';
import type { users } from './db/schema/users.ts';

type Seer = Pick<typeof users.$inferSelect, 'pk' | 'type' | 'ticketFk'>;

/**
 * What a user sees now: an administrator the company, the temporary account of a ticket the devices of the ticket, others the groups
 * that are granted to them.
 */
export async function readSight(tx: ReadTx, { pk, type, ticketFk }: Seer): Promise<Sight> {
  if (type === MANAGER) return 'all';
  if (ticketFk !== null) {
    const named = await tx
      .select({ pk: ticketDevices.deviceFk })
      .from(ticketDevices)
      .where(eq(ticketDevices.ticketFk, ticketFk))
      .orderBy(asc(ticketDevices.n));
    return { devices: named.map((row) => row.pk) };
  }
  const granted = await tx.select({ pk: groupMembers.groupFk }).from(groupMembers).where(eq(groupMembers.memberFk, pk));
  return { groups: granted.map((row) => row.pk) };
}
