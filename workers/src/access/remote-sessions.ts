import { and, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { RemoteSessionEnd } from '@vigil/shared/contract/names';
import { lossOf } from '@vigil/shared/domain/remote-session-loss';
import type { Tx } from '@vigil/shared/platform/db/client';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { announceRemoteSessionEnd, REDEEM_WITHIN_MS, SILENT_AFTER_MS } from '@vigil/shared/platform/remote-sessions';
import { readSessionTerms } from '@vigil/shared/platform/session-terms';
import type { Deps } from '../deps.ts';

const isOpen = isNull(remoteSessions.endedAt);

const endThose = (tx: Tx, which: SQL | undefined, how: { endReason: RemoteSessionEnd; endedAt: Date | SQL }) =>
  tx.update(remoteSessions).set(how).where(and(isOpen, which)).returning();

/** Ends what nobody has opened in time, what may not go on, then what is silent. Rights are read here, because no report of a session may come. */
async function endAll(tx: Tx, at: Date) {
  const before = (ms: number) => new Date(at.getTime() - ms);
  const isUnused = and(isNull(remoteSessions.redeemedAt), lte(remoteSessions.issuedAt, before(REDEEM_WITHIN_MS)));
  const ended = await endThose(tx, isUnused, { endReason: 'lost', endedAt: at });
  const open = (await readSessionTerms(tx, isOpen, at)).map(({ id, terms }) => ({ id, reason: lossOf(terms, at) }));
  for (const [endReason, own] of Map.groupBy(open, ({ reason }) => reason)) {
    if (endReason === null) continue;
    const ids = own.map(({ id }) => id);
    ended.push(...(await endThose(tx, inArray(remoteSessions.id, ids), { endReason, endedAt: at })));
  }
  const isSilent = and(isNotNull(remoteSessions.redeemedAt), lte(remoteSessions.seenAt, before(SILENT_AFTER_MS)));
  // Its last sign is the last that is known of it.
  const silent = await endThose(tx, isSilent, { endReason: 'lost', endedAt: sql`${remoteSessions.seenAt}` });
  return [...ended, ...silent];
}

/** Ends the sessions whose time, right or life is over; agents and browsers are told. Several processes may run it at once. */
export async function endRemoteSessions({ database, redis, now }: Deps): Promise<number> {
  const at = new Date(now());
  const ended = await database.asSystem((tx) => endAll(tx, at));
  for (const row of ended) {
    if (row.redeemedAt && row.endReason) await announceRemoteSessionEnd(redis, row, { reason: row.endReason, at });
  }
  return ended.length;
}
