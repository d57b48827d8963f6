import { and, eq, exists, isNotNull, isNull, lte, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { RemoteSessionEnd } from '@vigil/shared/contract/names';
import { isOpenWindow } from '@vigil/shared/platform/approval-windows';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { groupMembers, devices } from '@vigil/shared/platform/db/schema/devices';
import { policies } from '@vigil/shared/platform/db/schema/policies';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { ticketDevices } from '@vigil/shared/platform/db/schema/tickets';
import { users } from '@vigil/shared/platform/db/schema/users';
import {
  announceRemoteSessionEnd,
  isRevoked,
  REDEEM_WITHIN_MS,
  SILENT_AFTER_MS,
} from '@vigil/shared/platform/remote-sessions';
import type { Deps } from '../deps.ts';

const APPROVED = 2;

/** Whether the user of a session has such an approved window for its device. */
export const hasWindow = (tx: ReadTx, isSuch: SQL | undefined): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(approvals)
      .where(
        and(
          eq(approvals.requesterFk, remoteSessions.userFk),
          eq(approvals.deviceFk, remoteSessions.deviceFk),
          eq(approvals.approveState, APPROVED),
          isSuch,
        ),
      ),
  );

/** Whether the user of a session needs an approved window by now (decision 35). */
export const isBoundUser = (tx: ReadTx): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.pk, remoteSessions.userFk), eq(users.useApproval, 1), ne(users.type, 'Manager'))),
  );

/** The sessions that may not go on, by the reason of their end. Rights are read again here, because no report of the session may come. */
function endings(tx: ReadTx, now: Date): { reason: RemoteSessionEnd; which: SQL | undefined; endedAt: SQL }[] {
  const at = sql`${now.toISOString()}::timestamptz`;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const isInWindow = hasWindow(tx, isOpenWindow(now));
  const isFiles = eq(remoteSessions.type, 'ft');
  const forbidsFiles = tx
    .select({ one: sql`1` })
    .from(policies)
    .where(and(eq(policies.companyFk, remoteSessions.companyFk), eq(policies.fileTransfer, 0)));
  const entitledUser = tx
    .select({ one: sql`1` })
    .from(users)
    .where(
      and(
        eq(users.pk, remoteSessions.userFk),
        eq(users.active, true),
        or(
          eq(users.type, 'Manager'),
          sql`case when ${isFiles} then ${users.authFilemanager} else ${users.authRemotecontrol} end = 1`,
        ),
        or(not(isFiles), eq(users.disableFileTransfer, 0)),
      ),
    );
  const visibleDevice = tx
    .select({ one: sql`1` })
    .from(devices)
    .innerJoin(users, eq(users.pk, remoteSessions.userFk))
    .where(
      and(
        eq(devices.pk, remoteSessions.deviceFk),
        eq(devices.approval, 1),
        or(not(isFiles), eq(devices.disableFileTransfer, 0)),
        or(
          eq(users.type, 'Manager'),
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
        ),
      ),
    );
  const bound = eq(remoteSessions.windowBound, 1);
  const ofTicket = (isOver: SQL | undefined) =>
    exists(
      tx
        .select({ one: sql`1` })
        .from(users)
        .where(and(eq(users.pk, remoteSessions.userFk), isNotNull(users.ticketFk), isOver)),
    );
  return [
    {
      reason: 'lost',
      which: and(isNull(remoteSessions.redeemedAt), lte(remoteSessions.issuedAt, before(REDEEM_WITHIN_MS))),
      endedAt: at,
    },
    // A ticket that was ended early makes its account inactive; its user lost no right.
    { reason: 'withdrawn', which: ofTicket(eq(users.active, false)), endedAt: at },
    { reason: 'window', which: ofTicket(lte(users.validUntil, now)), endedAt: at },
    {
      reason: 'policy',
      which: or(
        isRevoked(tx, now),
        not(exists(entitledUser)),
        not(exists(visibleDevice)),
        and(isFiles, exists(forbidsFiles)),
        and(not(bound), isBoundUser(tx), not(isInWindow)),
      ),
      endedAt: at,
    },
    { reason: 'window', which: and(bound, not(isInWindow), lte(remoteSessions.endsAt, now)), endedAt: at },
    { reason: 'withdrawn', which: and(bound, not(isInWindow)), endedAt: at },
    {
      reason: 'lost',
      which: and(isNotNull(remoteSessions.redeemedAt), lte(remoteSessions.seenAt, before(SILENT_AFTER_MS))),
      // Its last sign is the last that is known of it.
      endedAt: sql`${remoteSessions.seenAt}`,
    },
  ];
}

/** Ends the sessions whose time, right or life is over; agents and browsers are told. Several processes may run it at once. */
export async function endRemoteSessions({ database, redis, now }: Deps): Promise<number> {
  const at = new Date(now());
  const ended = await database.asSystem(async (tx) => {
    const rows = [];
    for (const { reason, which, endedAt } of endings(tx, at)) {
      rows.push(
        ...(await tx
          .update(remoteSessions)
          .set({ endReason: reason, endedAt })
          .where(and(isNull(remoteSessions.endedAt), which))
          .returning()),
      );
    }
    return rows;
  });
  for (const row of ended) {
    if (row.redeemedAt && row.endReason) await announceRemoteSessionEnd(redis, row, { reason: row.endReason, at });
  }
  return ended.length;
}
