import { and, eq, exists, gt, lte, sql, type SQL } from 'drizzle-orm';
import type { DevicePk, UserPk } from '../contract/ids.ts';
import type { ApprovedWindow, DevicesInOpenWindow } from '../domain/visible-parts.ts';
import type { ReadTx } from './db/client.ts';
import { approvals } from './db/schema/approvals.ts';
import { remoteSessions } from './db/schema/remote-sessions.ts';

const APPROVED = 2;

/** The approved windows that are open at a time. */
export const whereWindowOpen = (at: Date): SQL | undefined =>
  and(eq(approvals.approveState, APPROVED), lte(approvals.startTime, at), gt(approvals.endTime, at));

/** In a query of remote sessions: whether the user of one has such an approved window for its device. */
export const whereSessionHasWindow = (tx: ReadTx, which: SQL | undefined): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(approvals)
      .where(
        and(
          eq(approvals.requesterFk, remoteSessions.userFk),
          eq(approvals.deviceFk, remoteSessions.deviceFk),
          eq(approvals.approveState, APPROVED),
          which,
        ),
      ),
  );

/**
 * Until when a user may use a device that an approved window is open for at a time, windows that overlap or follow one
 * another without a gap included; null when none is open.
 */
export async function readContiguousWindowEnd(
  tx: ReadTx,
  { user, device }: { user: UserPk; device: DevicePk },
  at: Date,
): Promise<Date | null> {
  const [row] = await tx.execute<{ until: string | null }>(sql`
    with recursive own as (
      select start_time, end_time from approvals
      where requester_fk = ${user} and device_fk = ${device} and approve_state = ${APPROVED}
        and end_time > ${at.toISOString()}::timestamptz
    ), cover(until) as (
      select max(end_time) from own where start_time <= ${at.toISOString()}::timestamptz
      union
      select own.end_time from own join cover on own.start_time <= cover.until and own.end_time > cover.until
    )
    select max(until) as until from cover`);
  return row?.until ? new Date(row.until) : null;
}

/** The approved windows of a user that are not over. */
export async function readApprovedWindows(tx: ReadTx, user: UserPk): Promise<ApprovedWindow[]> {
  const rows = await tx
    .select({ device: approvals.deviceFk, start: approvals.startTime, end: approvals.endTime })
    .from(approvals)
    .where(
      and(eq(approvals.requesterFk, user), eq(approvals.approveState, APPROVED), gt(approvals.endTime, sql`now()`)),
    );
  return rows.flatMap(({ device, start, end }) =>
    device === null ? [] : [[device, start.getTime(), end.getTime()] as const],
  );
}

/** The devices that a user may use at a time, as far as windows decide it. */
export async function readOpenWindowDevices(
  tx: ReadTx,
  { user, usesApproval }: { readonly user: UserPk; readonly usesApproval: boolean },
  at: Date,
): Promise<DevicesInOpenWindow> {
  if (!usesApproval) return 'all';
  const rows = await tx
    .selectDistinct({ device: approvals.deviceFk })
    .from(approvals)
    .where(and(eq(approvals.requesterFk, user), whereWindowOpen(at)));
  return new Set(rows.flatMap(({ device }) => device ?? []));
}
