import type { EndpointAccess } from '@vigil/shared/contract/access';
import { Problem } from '@vigil/shared/contract/problems';
import type { ActionObstacle } from '@vigil/shared/domain/device-actions';
import { isHiddenByDenial, type Denial, type Viewer } from '@vigil/shared/domain/permissions';
import type { SessionOpenedBy } from '@vigil/shared/domain/session-life';
import type { Caller } from '../identity/sessions/caller.ts';

/** A user who changes something: the caller of a request, or the one for whom a job goes on after it. */
export type Actor = Pick<
  Caller,
  'user' | 'company' | 'name' | 'mgrid' | 'flags' | 'isCorporate' | 'kind' | 'sight' | 'usesApproval' | 'token'
>;

/** Sessions of somebody who is not the user themself. */
export const isGuestKind = (kind: SessionOpenedBy): boolean => kind === 'invitation' || kind === 'ticket';

/** A user as the permission rules see one. */
export const viewerOf = ({ flags, isCorporate, kind, usesApproval }: Actor): Viewer => ({
  flags,
  isCorporate,
  isGuest: isGuestKind(kind),
  isTemporary: kind === 'ticket',
  isWallScreen: kind === 'screen',
  usesApproval,
});

/** How a call is refused that an obstacle prevents. */
export function problemOfActionObstacle(obstacle: ActionObstacle | null): Problem | null {
  if (!obstacle) return null;
  if (obstacle.kind === 'denied') return new Problem('not_allowed', obstacle.denial);
  return new Problem(obstacle.code, obstacle.code === 'out_of_window' ? { reason: 'window' } : {});
}

/** How a call is refused by the access of its endpoint. */
export const problemOfDenial = (denial: Denial, access: EndpointAccess): Problem =>
  isHiddenByDenial(access, denial) ? new Problem('not_found') : new Problem('not_allowed', denial);
