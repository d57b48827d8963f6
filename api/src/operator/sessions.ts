import { and, inArray, type SQL } from 'drizzle-orm';
import type { SessionEnd } from '@vigil/shared/contract/events/browser-down/session-ended';
import { sessions } from '@vigil/shared/platform/db/schema/users';
import { announceSessionLists, endSession } from '@vigil/shared/platform/sessions';
import { findOpenSessions, markEnded } from '../session/session-queries.ts';
import type { Operator } from './operator.ts';

/** Ends the open sessions that match a condition and closes their sockets; returns how many there were. */
export async function endSessionsWhere(
  operator: Operator,
  which: SQL | undefined,
  reason: SessionEnd,
): Promise<number> {
  const at = new Date(operator.now());
  const ended = await operator.database.asSystem(async (tx) => {
    const open = await findOpenSessions(tx, which, at);
    const ids = open.map((row) => row.sessions.id);
    return ids.length === 0 ? [] : markEnded(tx, and(which, inArray(sessions.id, ids)), { reason, at });
  });
  if (ended.length === 0) return 0;
  const redis = await operator.redis();
  for (const { id, user, company } of ended) {
    await endSession(redis, id, reason);
    await announceSessionLists(redis, company, [user]);
  }
  return ended.length;
}
