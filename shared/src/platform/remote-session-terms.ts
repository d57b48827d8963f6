import { eq, sql, type SQL } from 'drizzle-orm';
import type { RemoteSessionTerms } from '../domain/remote-session-end-reason.ts';
import { whereSessionHasWindow, whereWindowOpen } from './approval-windows.ts';
import type { ReadTx } from './db/client.ts';
import { devices } from './db/schema/devices.ts';
import { policies } from './db/schema/policies.ts';
import { remoteSessions } from './db/schema/remote-sessions.ts';
import { users } from './db/schema/users.ts';
import { whereConsoleSessionRevoked } from './remote-sessions.ts';
import { pickRightsColumns } from './rights.ts';
import { whereUserSeesDevice } from './sight.ts';

/** What remote sessions depend on (`remoteSessionEndReason`), in one statement for all of them. */
export async function readRemoteSessionTerms(tx: ReadTx, which: SQL | undefined, at: Date) {
  const is = (condition: SQL | undefined) => sql<boolean>`coalesce(${condition}, false)`;
  const rows = await tx
    .select({
      session: remoteSessions,
      user: users,
      device: { approval: devices.approval, disable_filetransfer: devices.disableFileTransfer },
      isSeen: is(whereUserSeesDevice(tx)),
      isInWindow: is(whereSessionHasWindow(tx, whereWindowOpen(at))),
      isRevoked: is(whereConsoleSessionRevoked(tx, at)),
      fileTransfer: policies.fileTransfer,
    })
    .from(remoteSessions)
    .leftJoin(users, eq(users.pk, remoteSessions.userFk))
    .leftJoin(devices, eq(devices.pk, remoteSessions.deviceFk))
    .leftJoin(policies, eq(policies.companyFk, remoteSessions.companyFk))
    .where(which);
  return rows.map(({ session, user, device, isSeen, fileTransfer, ...more }) => {
    const terms: RemoteSessionTerms = {
      ...more,
      type: session.type,
      isWindowBound: session.windowBound === 1,
      endsAt: session.endsAt,
      user: user && { ...user, isTemporary: user.ticketFk !== null, rights: pickRightsColumns(user) },
      device: isSeen ? device : null,
      forbidsFiles: fileTransfer === 0,
    };
    return { id: session.id, terms };
  });
}
