import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { actionDenial } from '@vigil/shared/domain/device-actions';
import { createSightCheck } from '@vigil/shared/domain/sight';
import { approvalForViewer, openWindowDevices } from '@vigil/shared/domain/visible-parts';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { users } from '@vigil/shared/platform/db/schema/users';
import { readUserRights, type UserRights } from '@vigil/shared/platform/rights';
import { eq } from 'drizzle-orm';
import type { LedgerRow } from './ledger.ts';

/** The device of a command, as far as it decides whether the command may still run. */
export interface CommandedDevice {
  readonly pk: DevicePk;
  readonly group: GroupPk;
  readonly approval: 0 | 1;
}

interface Delivery {
  readonly command: LedgerRow;
  readonly device: CommandedDevice | null;
  readonly at: Date;
}

async function findRequesterRights(tx: ReadTx, { issuedBy, companyFk }: LedgerRow): Promise<UserRights | null> {
  if (issuedBy === null) return null;
  const [user] = await tx.select().from(users).where(eq(users.pk, issuedBy));
  return user?.active && user.companyFk === companyFk ? readUserRights(tx, user) : null;
}

/** Whether the requester may request such a command for the device now. */
function isStillAllowed(rights: UserRights, { command, device, at }: Delivery): boolean {
  if (rights.validUntil !== null && rights.validUntil <= at.getTime()) return false;
  // Only administrators schedule commands.
  if (command.notBefore !== null && !rights.flags.isAdmin) return false;
  // The licence was checked at the request, and so was whether a guest may do it.
  const viewer = { flags: rights.flags, isCorporate: true, isGuest: false, usesApproval: rights.usesApproval };
  if (actionDenial(command.type, viewer) !== null) return false;
  // The sender of a wake is chosen by servers: its requester need not see it.
  if (command.parentFk !== null || device === null) return true;
  const windows = openWindowDevices(rights, at.getTime());
  return createSightCheck(rights.sight)(device) && approvalForViewer(windows, device) === 1;
}

/**
 * Why a command may no longer run, or null. A right that its requester had at the request may be gone by the delivery:
 * the person was deactivated or deleted, or lost the flag, the group or the window; or the device lost its approval. A
 * row without a requester is judged by its device alone, unless it is scheduled.
 */
export async function deliveryDenial(
  tx: ReadTx,
  delivery: Delivery,
): Promise<'not_allowed' | 'device_not_approved' | null> {
  const { command, device } = delivery;
  if (device?.approval === 0) return 'device_not_approved';
  if (command.issuedBy === null && command.notBefore === null) return null;
  const rights = await findRequesterRights(tx, command);
  return rights !== null && isStillAllowed(rights, delivery) ? null : 'not_allowed';
}
