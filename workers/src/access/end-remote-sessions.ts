import type { RemoteSessionEndReason } from '@vigil/shared/contract/names';
import { remoteSessionEndReason } from '@vigil/shared/domain/remote-session-end-reason';
import {
  REMOTE_SESSION_SECRET_LIFETIME_MS,
  REMOTE_SESSION_SILENCE_TIMEOUT_MS,
} from '@vigil/shared/domain/remote-session-life';
import { commitCrossCompanyChange } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { readRemoteSessionTerms } from '@vigil/shared/platform/remote-session-terms';
import { recordRemoteSessionEnd } from '@vigil/shared/platform/remote-sessions';
import { and, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

const isOpen = isNull(remoteSessions.endedAt);

/** Ends the open ones among some sessions, and returns their rows. */
const endWhere = (tx: Tx, which: SQL | undefined, how: { endReason: RemoteSessionEndReason; endedAt: Date | SQL }) =>
  tx.update(remoteSessions).set(how).where(and(isOpen, which)).returning();

/**
 * Ends the sessions that nobody opened in time, those that have lost a right or reached their end, and those whose
 * agent is silent. Rights are checked here as well as at each report, because a session may send no report any more.
 * @returns the rows of the ended ones
 */
async function endOverdueSessions(tx: Tx, at: Date) {
  const before = (ms: number) => new Date(at.getTime() - ms);
  const isUnused = and(
    isNull(remoteSessions.redeemedAt),
    lte(remoteSessions.issuedAt, before(REMOTE_SESSION_SECRET_LIFETIME_MS)),
  );
  const ended = await endWhere(tx, isUnused, { endReason: 'lost', endedAt: at });
  const open = (await readRemoteSessionTerms(tx, isOpen, at)).map(({ id, terms }) => ({
    id,
    reason: remoteSessionEndReason(terms, at),
  }));
  for (const [endReason, own] of Map.groupBy(open, ({ reason }) => reason)) {
    if (endReason === null) continue;
    const ids = own.map(({ id }) => id);
    ended.push(...(await endWhere(tx, inArray(remoteSessions.id, ids), { endReason, endedAt: at })));
  }
  const isSilent = and(
    isNotNull(remoteSessions.redeemedAt),
    lte(remoteSessions.seenAt, before(REMOTE_SESSION_SILENCE_TIMEOUT_MS)),
  );
  // They ended at their last sign of life, as far as is known.
  const silent = await endWhere(tx, isSilent, { endReason: 'lost', endedAt: sql`${remoteSessions.seenAt}` });
  return [...ended, ...silent];
}

/**
 * Ends the remote sessions that may not go on, and tells agents and browsers. Several processes may run it at once.
 * @returns how many
 */
export async function endInvalidRemoteSessions(deps: Deps): Promise<number> {
  const at = new Date(deps.now());
  return commitCrossCompanyChange(deps, async (tx) => {
    const ended = await endOverdueSessions(tx, at);
    for (const row of ended) {
      if (row.redeemedAt && row.endReason)
        await recordRemoteSessionEnd(tx, row, { reason: row.endReason, at: row.endedAt ?? at });
    }
    return ended.length;
  });
}
