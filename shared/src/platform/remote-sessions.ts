import { and, eq, exists, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { auditCode, auditTypeIds } from '../contract/audit-codes.ts';
import type { OpenedRemoteSession } from '../contract/events/agent-down/remote-session.ts';
import type { TransferredFile } from '../contract/http/remote-sessions.ts';
import type { RemoteSessionId, UserPk } from '../contract/ids.ts';
import type { RemoteSessionEndReason } from '../contract/names.ts';
import { writeAudits, type AuditActor, type AuditEntry } from './audits.ts';
import { publish } from './bus/bus.ts';
import { busChannels } from './bus/channels.ts';
import type { BusMessageOf } from './bus/messages.ts';
import { sendOnCommit, type ChangeTx } from './changes/commit-change.ts';
import type { ReadTx, Tx } from './db/client.ts';
import { remoteSessionFiles, remoteSessions } from './db/schema/remote-sessions.ts';
import { sessions } from './db/schema/users.ts';
import type { Redis } from './redis/redis.ts';

/**
 * Ends of a session of the console after which nothing may go on that was opened from it. A user who signs out may
 * finish.
 */
const revoked = ['deactivated', 'password_changed', 'policy', 'operator', 'email_restored', 'administrator'] as const;

/** Whether the session of the console was revoked, or was an invitation, which everything that came of it ends with. */
export const whereConsoleSessionRevoked = (tx: ReadTx, at: Date): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(sessions)
      .where(
        and(
          eq(sessions.id, remoteSessions.consoleSession),
          or(
            inArray(sessions.endReason, [...revoked]),
            and(eq(sessions.kind, 'invitation'), or(isNotNull(sessions.endedAt), lte(sessions.expiresAt, at))),
          ),
        ),
      ),
  );

type Row = typeof remoteSessions.$inferSelect;

/** With what an agent meets the browser of a session at a relay. */
export type AgentDesktopAccess = Required<Pick<OpenedRemoteSession, 'relay_url' | 'relay_ticket' | 'grant'>>;

function messagesOfSession(row: Row, access?: AgentDesktopAccess): BusMessageOf<'remote_session'>[] {
  if (row.deviceFk === null) return [];
  const [session, ends_at] = [row.id, row.endsAt?.getTime() ?? null];
  const opened = { session, type: row.type, user_name: row.userName, ends_at, ...access };
  return [{ t: 'remote_session', device_pk: row.deviceFk, session: opened }];
}

/**
 * Tells the device's agent of a session that a viewer opened, or whose end was moved, or whose browser waits at a
 * relay.
 */
export const sendSessionOnCommit = (tx: ChangeTx, row: Row, access?: AgentDesktopAccess): void =>
  sendOnCommit(tx, row.companyFk, ...messagesOfSession(row, access));

/** The same as the answer to a life sign, without a change. */
export async function answerRemoteSession(redis: Redis, row: Row): Promise<void> {
  for (const message of messagesOfSession(row)) await publish(redis, busChannels.company(row.companyFk), message);
}

/** Warns the device's agent and the user's browsers that a session ends soon. */
export async function sendSessionWarning(
  redis: Redis,
  { id, companyFk, deviceFk, userFk, endsAt }: Row,
): Promise<void> {
  if (endsAt === null) return;
  const warning = { session: id, ends_at: endsAt.getTime() };
  await publish(redis, busChannels.company(companyFk), {
    t: 'remote_session_warning',
    device_pk: deviceFk,
    to: userFk,
    warning,
  });
}

type EndedRow = Pick<Row, 'companyFk' | 'deviceFk' | 'userFk'> & { id: RemoteSessionId };

const messageOfEnd = (row: EndedRow, { reason, at }: RemoteSessionEnd): BusMessageOf<'remote_session_cut'> => ({
  t: 'remote_session_cut',
  device_pk: row.deviceFk,
  to: row.userFk,
  cut: { session: row.id, reason, at: at.getTime() },
});

export interface RemoteSessionEnd {
  readonly reason: RemoteSessionEndReason;
  readonly at: Date;
}

/**
 * Records the end of a session, and tells the device's agent and the user's browsers of it.
 * @param by who has ended it; the user of the session without
 */
export async function recordRemoteSessionEnd(
  tx: ChangeTx,
  row: Row,
  end: RemoteSessionEnd,
  by: AuditActor = userOfSession(row),
): Promise<void> {
  await auditRemoteSessionEnd(tx, row, end, by);
  sendOnCommit(tx, row.companyFk, messageOfEnd(row, end));
}

/**
 * Ends the remote control of a user who is no administrator any more: what was granted for it, such as to take over
 * from others, holds for as long as the connection. With those that a viewer has not opened yet, because an external
 * one has its rights from the launch.
 */
export async function endUserRemoteControl(
  tx: ChangeTx,
  { user, at }: { readonly user: UserPk; readonly at: Date },
): Promise<void> {
  const end = { reason: 'policy', at } as const;
  const ended = await tx
    .update(remoteSessions)
    .set({ endedAt: at, endReason: end.reason })
    .where(and(eq(remoteSessions.userFk, user), eq(remoteSessions.type, 'rc'), isNull(remoteSessions.endedAt)))
    .returning();
  for (const row of ended) await recordRemoteSessionEnd(tx, row, end);
}

const userOfSession = (row: Row): AuditActor => ({
  company: row.companyFk,
  user: row.userFk,
  name: row.userName,
  mgrid: row.mgrid,
});

const auditOfSession = (row: Row, code: number, value: Readonly<Record<string, string>>): AuditEntry => ({
  code,
  type: auditTypeIds.action,
  subject: row.deviceFk === null ? null : { device: row.deviceFk },
  newValue: JSON.stringify(value),
});

/** Records that a viewer has opened a session, which is asked for before (decision 65). */
export const auditRemoteSessionStart = (tx: Tx, row: Row): Promise<void> =>
  writeAudits(tx, userOfSession(row), [auditOfSession(row, auditCode.remoteOpened, { session_type: row.type })]);

/** Records that a session has ended, why, and after how long; one that was never opened has not. */
export async function auditRemoteSessionEnd(
  tx: Tx,
  row: Row,
  { reason, at }: RemoteSessionEnd,
  by: AuditActor = userOfSession(row),
): Promise<void> {
  if (row.redeemedAt === null) return;
  const duration = durationText(at.getTime() - row.redeemedAt.getTime());
  const value = { session_type: row.type, end_reason: reason, duration };
  await writeAudits(tx, by, [auditOfSession(row, auditCode.remoteEnded, value)]);
}

/** Hours, minutes and seconds, such as `0:02:35`. */
function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const twoDigits = (value: number) => String(value % 60).padStart(2, '0');
  return `${Math.floor(seconds / 3_600)}:${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds)}`;
}

/** The same as the answer to a life sign of a session that has ended already. */
export const answerRemoteSessionEnd = (redis: Redis, row: EndedRow, end: RemoteSessionEnd): Promise<void> =>
  publish(redis, busChannels.company(row.companyFk), messageOfEnd(row, end));

/** `action_type` of a file that went to the device. */
const UPLOAD = 1;

/** Files of a session. The viewer and the agent may both report one: the first row stays. */
export async function recordTransferredFiles(
  tx: Tx,
  { id, companyFk }: Pick<Row, 'id' | 'companyFk'>,
  files: readonly TransferredFile[],
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map((file) => ({
    companyFk,
    sessionFk: id,
    name: file.name,
    action: file.action_type === UPLOAD ? ('upload' as const) : ('download' as const),
    size: file.size,
    startTime: new Date(file.start_time),
    endTime: new Date(file.end_time),
  }));
  await tx.insert(remoteSessionFiles).values(rows).onConflictDoNothing();
}
