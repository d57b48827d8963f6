import { ADMINISTRATOR_TYPE } from '@vigil/shared/domain/member-types';
import { FIRST_WARNING_MINUTES, LAST_WARNING_MINUTES } from '@vigil/shared/domain/remote-session-life';
import {
  whereSessionHasWindow,
  whereWindowOpen,
  readContiguousWindowEnd,
} from '@vigil/shared/platform/approval-windows';
import { commitCrossCompanyChange } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { sendSessionOnCommit, sendSessionWarning } from '@vigil/shared/platform/remote-sessions';
import { and, eq, exists, gt, gte, isNotNull, isNull, lte, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

const MINUTE_MS = 60_000;

const isRunning = and(isNull(remoteSessions.endedAt), isNotNull(remoteSessions.redeemedAt));

/** Whether the user of a session needs an approved window by now (decision 35). */
const isBoundUser = (tx: ReadTx): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.pk, remoteSessions.userFk), eq(users.useApproval, 1), ne(users.type, ADMINISTRATOR_TYPE))),
  );

/**
 * Selects the running remote sessions whose end differs from that of their approved windows: a window was renewed, was
 * shortened, or the user has been bound to windows since.
 */
const selectWithStaleEnd = (tx: ReadTx, at: Date) => {
  const bound = eq(remoteSessions.windowBound, 1);
  const reachesEnd = lte(approvals.startTime, remoteSessions.endsAt);
  const isInvited = eq(sessions.kind, 'invitation');
  return tx
    .select({ session: remoteSessions, isInvited: sql<boolean>`coalesce(${isInvited}, false)` })
    .from(remoteSessions)
    .leftJoin(sessions, eq(sessions.id, remoteSessions.consoleSession))
    .where(
      and(
        isRunning,
        or(
          // An invitation ends at its own time.
          and(
            bound,
            or(isNull(sessions.kind), not(isInvited)),
            whereSessionHasWindow(tx, and(reachesEnd, gt(approvals.endTime, remoteSessions.endsAt))),
          ),
          and(bound, not(whereSessionHasWindow(tx, and(reachesEnd, gte(approvals.endTime, remoteSessions.endsAt))))),
          and(not(bound), isBoundUser(tx), whereSessionHasWindow(tx, whereWindowOpen(at))),
        ),
      ),
    );
};

/**
 * Moves the end of running remote sessions to the end of their approved windows, and tells their agents.
 * @returns how many
 */
export async function alignSessionEnds(deps: Deps): Promise<number> {
  const at = new Date(deps.now());
  return commitCrossCompanyChange(deps, async (tx) => {
    let moved = 0;
    for (const { session, isInvited } of await selectWithStaleEnd(tx, at)) {
      const { userFk: user, deviceFk: device } = session;
      if (user === null || device === null) continue;
      const windowEnd = await readContiguousWindowEnd(tx, { user, device }, at);
      // Without a window that is open it does not go on.
      if (windowEnd === null) continue;
      const keepsOwnEnd =
        session.endsAt !== null && session.endsAt < windowEnd && (isInvited || session.windowBound === 0);
      const endsAt = keepsOwnEnd ? session.endsAt : windowEnd;
      const own = and(eq(remoteSessions.id, session.id), isRunning);
      const rows = await tx.update(remoteSessions).set({ endsAt, windowBound: 1 }).where(own).returning();
      for (const row of rows) sendSessionOnCommit(tx, row);
      moved += rows.length;
    }
    return moved;
  });
}

/**
 * Warns the agent and the user of a remote session five minutes and one minute before it ends. A crash in between
 * repeats a warning rather than omits it. @returns how many warnings were sent
 */
export async function warnOfSessionEnds({ database, redis, now }: Deps): Promise<number> {
  const at = now();
  const soon = new Date(at + FIRST_WARNING_MINUTES * MINUTE_MS);
  const rows = await database.readAll((tx) =>
    tx
      .select()
      .from(remoteSessions)
      .where(and(isRunning, gt(remoteSessions.endsAt, new Date(at)), lte(remoteSessions.endsAt, soon))),
  );
  let sent = 0;
  for (const row of rows) {
    const endsAt = row.endsAt?.getTime() ?? 0;
    const minutes = endsAt - at <= LAST_WARNING_MINUTES * MINUTE_MS ? LAST_WARNING_MINUTES : FIRST_WARNING_MINUTES;
    const warned = redisKeys.sessionWarned(row.companyFk, row.id, { endsAt, minutes });
    if ((await redis.commands.exists(warned)) > 0) continue;
    await sendSessionWarning(redis, row);
    const expiration = { type: 'PX', value: 2 * FIRST_WARNING_MINUTES * MINUTE_MS } as const;
    await redis.commands.set(warned, '1', { expiration });
    sent += 1;
  }
  return sent;
}
