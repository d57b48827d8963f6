import { and, eq, exists, isNotNull, isNull } from 'drizzle-orm';
import { companyOf } from '../db/company-lookups.ts';
import type { ReadTx } from '../db/client.ts';
import { sessions, users } from '../db/schema/users.ts';
import { every } from '../lifecycle.ts';
import { endSession } from '../sessions.ts';
import { commitChange } from '../changes/commit-change.ts';
import type { EndDeps } from './end-sessions.ts';
import { markEnded } from './session-queries.ts';

const SWEEP_MS = 1_000;
const REASON = 'deactivated';

/** An account whose ticket was ended, and that still has an open session. */
async function findEnded(tx: ReadTx) {
  const open = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userFk, users.pk), isNull(sessions.endedAt)));
  const [account] = await tx
    .select({ pk: users.pk })
    .from(users)
    .where(and(isNotNull(users.ticketFk), eq(users.active, false), exists(open)))
    .limit(1);
  return account;
}

/**
 * Ends the sessions of the temporary accounts whose tickets were ended early. They are taken from Redis first: a process that ends
 * before the commit leaves them open in Postgres, where the next sweep finds them. @returns how many accounts
 */
export async function endTicketSessions(deps: EndDeps): Promise<number> {
  const { redis, now } = deps;
  let ended = 0;
  const endOne = () =>
    commitChange(deps, companyOf.endedTicketAccount(), async (tx) => {
      const account = await findEnded(tx);
      if (!account) return false;
      const own = and(eq(sessions.userFk, account.pk), isNull(sessions.endedAt));
      const open = await tx.select({ id: sessions.id }).from(sessions).where(own);
      for (const { id } of open) await endSession(redis, id, REASON);
      await markEnded(tx, own, { reason: REASON, at: new Date(now()) });
      return true;
    });
  while (await endOne()) ended += 1;
  return ended;
}

/** Each process of the API looks for such sessions, because one that ended a ticket may be gone before it ended them. */
export const sweepTicketSessions = (deps: EndDeps): Disposable =>
  every(SWEEP_MS, deps.log, async () => void (await endTicketSessions(deps)));
