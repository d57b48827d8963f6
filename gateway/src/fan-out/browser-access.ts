import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Sight } from '@vigil/shared/domain/sight';
import { frameDenial, processDenial } from '@vigil/shared/domain/visible-parts';
import type { LicenceGates } from '@vigil/shared/platform/licence-gates';
import type { BrowserSocket } from '../sockets/sockets.ts';
import type { LiveFleets } from './fleets.ts';
import { createVisibility, groupOf, type Visibility } from './visibility.ts';

/**
 * What the user of a browser's socket may receive. Every delivery asks again, and the answer follows from the session
 * and the fleet as they are at that moment: a subscription that was allowed once grants nothing.
 */
export interface BrowserAccessChecks {
  /**
   * Whether the user may see a device, whichever group the browser watches. False while the fleet is not loaded or the
   * company is blocked by its licence.
   */
  canSee(socket: BrowserSocket, device: DevicePk): boolean;
  /** Whether the user has the thumbnail right and a Corporate licence, and the company shows screens. */
  canWatchFrames(socket: BrowserSocket): boolean;
  canSeeFrames(socket: BrowserSocket, device: DevicePk): boolean;
  /**
   * Whether the user manages devices; never the temporary account of a ticket, which works on its devices and no more.
   */
  canWatchProcesses(socket: BrowserSocket): boolean;
}

export function createBrowserAccess(
  fleets: Pick<LiveFleets, 'known'>,
  gates: Pick<LicenceGates, 'isBlocked'>,
): BrowserAccessChecks {
  /**
   * Cached by the sight of a session record. The record is replaced as a whole when it changes, so that no cached
   * visibility outlives it.
   */
  const visibilities = new WeakMap<Exclude<Sight, 'all'>, Visibility>();
  const everything = createVisibility('all', 'all');

  const visibilityOf = (sight: Sight): Visibility => {
    if (sight === 'all') return everything;
    const known = visibilities.get(sight) ?? createVisibility('all', sight);
    visibilities.set(sight, known);
    return known;
  };

  const canSee: BrowserAccessChecks['canSee'] = (socket, device) => {
    const { company, sight } = socket.data.session;
    const fleet = fleets.known(company);
    if (fleet === undefined || gates.isBlocked(company)) return false;
    return visibilityOf(sight).sees(fleet.index, device, groupOf(fleet.index, device));
  };
  const canWatchFrames: BrowserAccessChecks['canWatchFrames'] = ({ data: { session } }) =>
    frameDenial({ ...session, hidesScreens: fleets.known(session.company)?.index.frames.pictures !== 1 }) === null;

  return {
    canSee,
    canWatchFrames,
    canWatchProcesses: ({ data: { session } }) => session.kind !== 'ticket' && processDenial(session) === null,
    canSeeFrames: (socket, device) => canSee(socket, device) && canWatchFrames(socket),
  };
}
