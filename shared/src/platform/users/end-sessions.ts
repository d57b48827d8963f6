import type { SQL } from 'drizzle-orm';
import type { SessionEndReason } from '../../contract/events/browser-down/session.ts';
import { publishEndsOnCommit, type ChangeTx } from '../changes/commit-change.ts';
import { markSessionsEnded, type EndedSession } from './session-queries.ts';

/**
 * Ends the sessions that match a condition, on sockets too, and those that their sign-in links have opened, in the
 * transaction of what ends them. One that is about to expire is marked as well, because its use at this moment may
 * extend it.
 * @returns those that had not expired
 */
export async function endSessions(
  tx: ChangeTx,
  which: SQL | undefined,
  how: { readonly reason: SessionEndReason; readonly at: Date },
): Promise<EndedSession[]> {
  const ended = await markSessionsEnded(tx, which, how);
  publishEndsOnCommit(tx, ended, how.reason);
  return ended.filter(({ expiresAt }) => expiresAt > how.at);
}
