import type { SQL } from 'drizzle-orm';
import type { SessionEnd } from '../../contract/events/browser-down/session-ended.ts';
import type { CompanyPk, SessionId, UserPk } from '../../contract/ids.ts';
import { commitChange, type ChangeStores } from '../changes/commit-change.ts';
import { announceSessionLists, endSession } from '../sessions.ts';
import { markEnded } from './session-queries.ts';

export interface EndDeps extends ChangeStores {
  readonly now: () => number;
}

/** Several share a round trip to Redis; thousands at once would delay other requests. */
const AT_ONCE = 50;

interface Ending {
  readonly company: CompanyPk;
  readonly reason: SessionEnd;
}

/**
 * Ends the sessions of a company that match a condition, on sockets too, and those that their sign-in links have opened.
 * One that is about to expire is marked as well, because its use at this moment may extend it.
 * @returns those that had not expired
 */
export async function endSessions(
  deps: EndDeps,
  { company, reason }: Ending,
  which: SQL | undefined,
): Promise<SessionId[]> {
  const at = new Date(deps.now());
  const ended = await commitChange(deps, company, (tx) => markEnded(tx, which, { reason, at }));
  const of = new Set(ended.map(({ user }) => user));
  await tellEnded(
    deps,
    { company, reason, of },
    ended.map(({ id }) => id),
  );
  return ended.filter(({ expiresAt }) => expiresAt > at).map(({ id }) => id);
}

/** Ends sessions in Redis and on sockets that have ended in Postgres, or whose rows were deleted with their user. */
export async function tellEnded(
  { redis }: Pick<EndDeps, 'redis'>,
  { company, reason, of }: Ending & { readonly of: Iterable<UserPk> },
  ids: readonly SessionId[],
): Promise<void> {
  for (let i = 0; i < ids.length; i += AT_ONCE)
    await Promise.all(ids.slice(i, i + AT_ONCE).map((id) => endSession(redis, id, reason)));
  if (ids.length > 0) await announceSessionLists(redis, company, of);
}
