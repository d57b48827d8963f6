import type { Bit } from '../contract/device.ts';
import type { RemoteSessionEndReason, RemoteSessionType } from '../contract/names.ts';
import { actionOfSession, obstacleTo } from './device-actions.ts';
import { flagsOf, needsApprovedWindow, type RightsColumns } from './permissions.ts';
import { isApproved } from './visible-parts.ts';

/** What a running session depends on, as it is now. */
export interface RemoteSessionTerms {
  readonly type: RemoteSessionType;
  /** Whether only approved windows admit the session, and until when it may last. */
  readonly isWindowBound: boolean;
  readonly endsAt: Date | null;
  /** The session of the console that it was opened from was revoked. */
  readonly isRevoked: boolean;
  /** Null for one who was deleted. */
  readonly user: {
    readonly active: boolean;
    /** The temporary account of a ticket. */
    readonly isTemporary: boolean;
    readonly validUntil: Date | null;
    readonly useApproval: number;
    readonly rights: RightsColumns;
  } | null;
  /** Null for one that was deleted, or that the user does not see. */
  readonly device: { readonly approval: Bit; readonly disable_filetransfer: Bit } | null;
  /** An approved window of the user is open for the device. */
  readonly isInWindow: boolean;
  /** The company forbids files. */
  readonly forbidsFiles: boolean;
}

/** Why a running session may not go on, or null. */
export function remoteSessionEndReason(terms: RemoteSessionTerms, at: Date): RemoteSessionEndReason | null {
  const { user, device, isWindowBound, endsAt } = terms;
  // A ticket that was ended early makes its account inactive; its user lost no right.
  if (user?.isTemporary && !user.active) return 'withdrawn';
  if (user?.validUntil && user.validUntil <= at) return 'window';
  if (terms.isRevoked || !user?.active || !device) return 'policy';
  const flags = flagsOf(user.rights);
  // Windows end the session also when the user was bound to them after its start, or is not any more.
  const usesApproval = isWindowBound || needsApprovedWindow(user.useApproval, flags);
  const isOutside = usesApproval && !terms.isInWindow;
  const forbidsFiles = terms.forbidsFiles || user.rights.disable_filetransfer === 1;
  // A licence is needed to open a session; losing it ends none.
  const viewer = { flags, isCorporate: true, isGuest: false, usesApproval, forbidsFiles };
  const state = {
    isOnline: true,
    isApproved: isApproved(device) && !isOutside,
    forbidsFiles: device.disable_filetransfer === 1,
  };
  const obstacle = obstacleTo(actionOfSession[terms.type], viewer, state);
  if (obstacle === null) return null;
  if (!isWindowBound || obstacle.kind !== 'state' || !isApproved(device)) return 'policy';
  return endsAt && endsAt <= at ? 'window' : 'withdrawn';
}
