import type { DevicePk, RemoteSessionId, SessionId, UserPk } from '@vigil/shared/contract/ids';
import type { SessionOpenedBy } from '@vigil/shared/domain/session-life';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';

const target = {
  pk: devices.pk,
  guid: devices.guid,
  alias: devices.alias,
  approval: devices.approval,
  osId: devices.osId,
  publicIp: devices.publicIp,
  privateIp: devices.privateIp,
  disableFileTransfer: devices.disableFileTransfer,
  securityAgreement: devices.securityAgreement,
  policyState: devices.policyState,
} as const;

export type RemoteSessionTarget = Pick<typeof devices.$inferSelect, keyof typeof target>;
export type RemoteSessionRow = typeof remoteSessions.$inferSelect;

export async function findRemoteSessionTarget(
  tx: ReadTx,
  caller: Pick<Caller, 'sight'>,
  pk: DevicePk,
): Promise<RemoteSessionTarget | undefined> {
  const [row] = await tx
    .select(target)
    .from(devices)
    .where(and(eq(devices.pk, pk), whereInSight(caller)));
  return row;
}

/** The key by which viewers know the agent of a device. */
export async function findDeviceKey(tx: ReadTx, pk: DevicePk): Promise<{ publicKey: string } | undefined> {
  const [row] = await tx.select({ publicKey: devices.publicKey }).from(devices).where(eq(devices.pk, pk));
  return row;
}

/** The user with all that a session of theirs depends on. */
export async function findUser(tx: ReadTx, pk: UserPk) {
  const [row] = await tx.select().from(users).where(eq(users.pk, pk));
  return row;
}

/** Undefined for a token of the API, which is no session. */
export async function findSessionKind(tx: ReadTx, id: SessionId): Promise<SessionOpenedBy | undefined> {
  const [row] = await tx.select({ kind: sessions.kind }).from(sessions).where(eq(sessions.id, id));
  return row?.kind;
}

export const whereRemoteSessionId = (id: RemoteSessionId): SQL => eq(remoteSessions.id, id);

export const insertRemoteSession = (tx: Tx, row: typeof remoteSessions.$inferInsert) =>
  tx.insert(remoteSessions).values(row);

export async function lockRemoteSession(tx: Tx, id: RemoteSessionId): Promise<RemoteSessionRow | undefined> {
  const [row] = await tx.select().from(remoteSessions).where(whereRemoteSessionId(id)).for('update');
  return row;
}

/** Changes a session that has not ended. */
export async function updateOpenRemoteSession(
  tx: Tx,
  id: RemoteSessionId,
  change: Partial<typeof remoteSessions.$inferInsert>,
): Promise<RemoteSessionRow | undefined> {
  const [row] = await tx
    .update(remoteSessions)
    .set(change)
    .where(and(whereRemoteSessionId(id), isNull(remoteSessions.endedAt)))
    .returning();
  return row;
}

/** The sessions that a viewer has open with the devices that the caller sees, the oldest first. */
export const selectRunningRemoteSessions = (tx: ReadTx, caller: Pick<Caller, 'sight'>) =>
  tx
    .select({
      id: remoteSessions.id,
      type: remoteSessions.type,
      device: devices.pk,
      user: remoteSessions.userFk,
      userName: remoteSessions.userName,
      start: remoteSessions.redeemedAt,
      endsAt: remoteSessions.endsAt,
    })
    .from(remoteSessions)
    .innerJoin(devices, eq(devices.pk, remoteSessions.deviceFk))
    .where(and(isNotNull(remoteSessions.redeemedAt), isNull(remoteSessions.endedAt), whereInSight(caller)))
    .orderBy(remoteSessions.redeemedAt);
