import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import type { StreamEntryOf } from '@vigil/shared/platform/redis/stream';
import {
  answerRemoteSession,
  answerRemoteSessionEnd,
  auditRemoteSessionEnd,
  recordTransferredFiles,
} from '@vigil/shared/platform/remote-sessions';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/**
 * Writes what agents report of sessions with their device. A report of a session that has ended already is answered
 * with its end, which the agent may have missed, and that of one within a window with its present end.
 */
export async function persistRemoteSessions(
  deps: Deps,
  entries: readonly StreamEntryOf<'remote_state'>[],
): Promise<void> {
  for (const { company, data } of entries) {
    const { session, state, at, viewer_private_ip } = data.report;
    const reason = data.report.reason ?? ('agent' as const);
    const own = and(eq(remoteSessions.id, session), eq(remoteSessions.deviceFk, data.device));
    // Reports wait in the agent's queue, and its clock may be wrong: a late one is no newer sign than that of the
    // viewer, and none is of the future.
    const seen = new Date(Math.min(at, deps.now()));
    const seenAt = sql`greatest(${remoteSessions.seenAt}, ${sql.param(seen, remoteSessions.seenAt)})`;
    const row = await commitChange(deps, company, async (tx) => {
      const end = state === 'ended' ? { endedAt: seen, endReason: reason } : {};
      const [changed] = await tx
        .update(remoteSessions)
        .set({ seenAt, ...(viewer_private_ip ? { viewerPrivateIp: viewer_private_ip } : {}), ...end })
        .where(and(own, isNull(remoteSessions.endedAt)))
        .returning();
      if (changed && state === 'ended') await auditRemoteSessionEnd(tx, changed, { reason, at: seen });
      if (changed) return changed;
      return (await tx.select().from(remoteSessions).where(own))[0];
    });
    // No effects of the change: agents are answered, also when there was none, and a report is delivered again until it
    // was. One may have missed that the end was moved, and would end the session itself.
    if (row && !row.endedAt && row.windowBound === 1 && state === 'alive') await answerRemoteSession(deps.redis, row);
    if (!row?.endedAt || !row.endReason) continue;
    const byThisReport = state === 'ended' && row.endReason === reason;
    if (byThisReport || state !== 'ended') {
      await answerRemoteSessionEnd(deps.redis, row, { reason: row.endReason, at: row.endedAt });
    }
  }
}

/** Writes the files that agents report; those of a session with another device are dropped. */
export async function persistTransferredFiles(
  deps: Deps,
  entries: readonly StreamEntryOf<'file_transferred'>[],
): Promise<void> {
  for (const { company, data } of entries) {
    await commitChange(deps, company, async (tx) => {
      const [row] = await tx
        .select()
        .from(remoteSessions)
        .where(and(eq(remoteSessions.id, data.file.session), eq(remoteSessions.deviceFk, data.device)));
      if (row) await recordTransferredFiles(tx, row, [data.file]);
    });
  }
}
