import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { denialReason, thumbnailNeeds } from '@vigil/shared/domain/permissions';
import type { Fleets } from './fleets.ts';
import { createVisibility, groupOf, type Visibility } from './visibility.ts';
import type { BrowserSocket } from '../sockets/sockets.ts';

/**
 * What the user of a browser's socket may receive. Every delivery asks again, and the answer follows from the session and
 * the fleet as they are at that moment: a subscription that was allowed once grants nothing.
 */
export interface Access {
  /** Whether the user may see a device, whichever group the browser watches. False while the fleet is not loaded. */
  canSee(socket: BrowserSocket, device: DevicePk): boolean;
  /** Whether the user has the thumbnail right and a Corporate licence. */
  hasPictures(socket: BrowserSocket): boolean;
  canSeePictures(socket: BrowserSocket, device: DevicePk): boolean;
}

export function createAccess(fleets: Pick<Fleets, 'known'>): Access {
  /** By the list of groups of a session record, which is replaced as a whole when the groups change. */
  const visibilities = new WeakMap<readonly GroupPk[], Visibility>();
  const everything = createVisibility('all', 'all');

  const visibilityOf = (groups: 'all' | readonly GroupPk[]): Visibility => {
    if (groups === 'all') return everything;
    const known = visibilities.get(groups) ?? createVisibility('all', groups);
    visibilities.set(groups, known);
    return known;
  };

  const canSee: Access['canSee'] = (socket, device) => {
    const { company, groups } = socket.data.session;
    const fleet = fleets.known(company);
    return fleet !== undefined && visibilityOf(groups)(fleet.index, groupOf(fleet.index, device));
  };
  const hasPictures: Access['hasPictures'] = ({ data: { session } }) => denialReason(session, thumbnailNeeds) === null;

  return {
    canSee,
    hasPictures,
    canSeePictures: (socket, device) => canSee(socket, device) && hasPictures(socket),
  };
}
