import type { GroupScope } from '@vigil/shared/contract/events/browser-up/watch';
import type { CompanyPk, DevicePk, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import { sightKey, type Sight } from '@vigil/shared/domain/sight';
import { openWindowDevices, type DevicesInOpenWindow } from '@vigil/shared/domain/visible-parts';
import type { Session as OpenSession } from '@vigil/shared/platform/sessions';
import type { BrowserSocket } from '../sockets/sockets.ts';
import type { Fleet } from './fleets.ts';
import { createVisibility, groupOf, type GroupVisibility } from './visibility.ts';

/** Browsers that see the same devices share a view, so that a message is built and serialised once for all of them. */
export interface SharedFleetView {
  readonly room: string;
  readonly usageRoom: string;
  readonly company: CompanyPk;
  readonly sight: Sight;
  /** @param group where the device is; left out: where the fleet has it now */
  readonly canSee: (device: DevicePk, group?: GroupPk) => boolean;
  readonly shareOf: (group: GroupPk) => GroupVisibility;
  readonly sockets: Set<BrowserSocket>;
  /** Wall screens show devices only: nothing of people reaches them (decision 71). */
  readonly isWallScreen: boolean;
  /** Its user, where windows decide what this user may do with a device; null for views that several users share. */
  readonly boundUser: UserPk | null;
  /** The windows that are open for its user now, by the present session. */
  readonly openWindows: () => DevicesInOpenWindow;
  /** Number of its sockets that subscribed to usage samples. */
  usage: number;
}

interface Subscription {
  readonly view: SharedFleetView;
  readonly usage: boolean;
}

export interface FleetSubscriptions {
  /** Replaces the subscription of a browser; an equal one changes nothing. */
  subscribe(socket: BrowserSocket, fleet: Fleet, next: { scope: GroupScope; usage: boolean }): Promise<void>;
  unsubscribe(socket: BrowserSocket): Promise<void>;
  viewsOf(company: CompanyPk): Iterable<SharedFleetView>;
  readonly size: number;
}

type Session = Pick<OpenSession, 'company' | 'user' | 'kind' | 'sight' | 'usesApproval'>;

/** A user whom windows bind has a view alone. */
const viewKey = ({ company, kind, sight, user, usesApproval }: Session, scope: GroupScope) =>
  `c${company}|${scope}|${sightKey(sight)}${usesApproval ? `|u${user}` : ''}${kind === 'screen' ? '|screen' : ''}`;

/**
 * The subscriptions of all browsers. `onUsageChange` is called when the groups whose usage is watched may have changed.
 */
export function createFleetSubscriptions(
  onUsageChange: (company: CompanyPk) => void,
  now: () => number = Date.now,
): FleetSubscriptions {
  const views = new Map<CompanyPk, Map<string, SharedFleetView>>();
  const bySocket = new Map<string, Subscription>();

  const viewFor = (fleet: Fleet, scope: GroupScope, session: Session): SharedFleetView => {
    const ofCompany = views.get(fleet.company) ?? new Map<string, SharedFleetView>();
    views.set(fleet.company, ofCompany);
    const key = viewKey(session, scope);
    const known = ofCompany.get(key);
    if (known) return known;
    const { kind, sight, user, usesApproval } = session;
    const visibility = createVisibility(scope, sight);
    const sockets = new Set<BrowserSocket>();
    const view: SharedFleetView = {
      room: key,
      usageRoom: `${key}|usage`,
      company: fleet.company,
      sight,
      canSee: (device, group = groupOf(fleet.index, device)) => visibility.sees(fleet.index, device, group),
      shareOf: (group) => visibility.shareOf(fleet.index, group),
      sockets,
      isWallScreen: kind === 'screen',
      boundUser: usesApproval ? user : null,
      openWindows: () => {
        if (!usesApproval) return 'all';
        // All of them are of the same user, and their sessions are kept up to date.
        const [socket] = sockets;
        return socket ? openWindowDevices(socket.data.session, now()) : new Set();
      },
      usage: 0,
    };
    ofCompany.set(key, view);
    return view;
  };

  const remove = (socket: BrowserSocket, { view, usage }: Subscription) => {
    bySocket.delete(socket.id);
    view.sockets.delete(socket);
    if (usage) view.usage -= 1;
    if (view.sockets.size > 0) return;
    const ofCompany = views.get(view.company);
    ofCompany?.delete(view.room);
    if (ofCompany?.size === 0) views.delete(view.company);
  };

  const leave = (socket: BrowserSocket, { room, usageRoom }: SharedFleetView) =>
    Promise.all([socket.leave(room), socket.leave(usageRoom)]);

  return {
    async subscribe(socket, fleet, { scope, usage }) {
      const current = bySocket.get(socket.id);
      if (current?.usage === usage && current.view.room === viewKey(socket.data.session, scope)) return;
      // Everything changes at once, so that requests of one socket that overlap leave only the last subscription.
      if (current) remove(socket, current);
      const view = viewFor(fleet, scope, socket.data.session);
      view.sockets.add(socket);
      if (usage) view.usage += 1;
      bySocket.set(socket.id, { view, usage });
      await Promise.all([
        current && leave(socket, current.view),
        socket.join(usage ? [view.room, view.usageRoom] : view.room),
      ]);
      if (usage || current?.usage) onUsageChange(fleet.company);
    },
    async unsubscribe(socket) {
      const current = bySocket.get(socket.id);
      if (!current) return;
      remove(socket, current);
      await leave(socket, current.view);
      if (current.usage) onUsageChange(current.view.company);
    },
    viewsOf: (company) => views.get(company)?.values() ?? [],
    get size() {
      return bySocket.size;
    },
  };
}
