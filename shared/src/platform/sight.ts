import { and, asc, eq, exists, or, sql, type SQL } from 'drizzle-orm';
import type { WallScreenPk } from '../contract/ids.ts';
import { ADMINISTRATOR_TYPE } from '../domain/member-types.ts';
import type { Sight } from '../domain/sight.ts';
import type { ReadTx } from './db/client.ts';
import { selectBranches } from './db/group-branches.ts';
import { devices, groupMembers } from './db/schema/devices.ts';
import { ticketDevices } from './db/schema/tickets.ts';
import { users } from './db/schema/users.ts';
import { wallScreens } from './db/schema/wall-screens.ts';

type Seer = Pick<typeof users.$inferSelect, 'pk' | 'type' | 'ticketFk' | 'wallScreenFk'>;

/** What a wall screen shows: the company, or the groups to which it is limited with all that is below them. */
async function readScreenSight(tx: ReadTx, pk: WallScreenPk): Promise<Sight> {
  const [screen] = await tx.select({ groups: wallScreens.groupPks }).from(wallScreens).where(eq(wallScreens.pk, pk));
  if (!screen) return { groups: [] };
  return screen.groups === null ? 'all' : { groups: await selectBranches(tx, screen.groups) };
}

/**
 * What a user sees now: an administrator the company, the temporary account of a ticket the devices of the ticket,
 * others the groups that are granted to them, and a wall screen what it shows.
 */
export async function readSight(tx: ReadTx, { pk, type, ticketFk, wallScreenFk }: Seer): Promise<Sight> {
  if (type === ADMINISTRATOR_TYPE) return 'all';
  if (wallScreenFk !== null) return readScreenSight(tx, wallScreenFk);
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

/** In a query of users and devices: whether the user sees the device, by the same rule. */
export const whereUserSeesDevice = (tx: ReadTx): SQL | undefined =>
  or(
    eq(users.type, ADMINISTRATOR_TYPE),
    exists(
      tx
        .select({ one: sql`1` })
        .from(groupMembers)
        .where(and(eq(groupMembers.memberFk, users.pk), eq(groupMembers.groupFk, devices.groupFk))),
    ),
    exists(
      tx
        .select({ one: sql`1` })
        .from(ticketDevices)
        .where(and(eq(ticketDevices.ticketFk, users.ticketFk), eq(ticketDevices.deviceFk, devices.pk))),
    ),
  );
