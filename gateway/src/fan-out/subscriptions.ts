import type { GroupScope } from '@vigil/shared/contract/events/browser-up/watch-fleet';
import type { CompanyPk, GroupPk } from '@vigil/shared/contract/ids';
import type { BrowserSocket } from '../sockets/sockets.ts';
import type { Fleet } from './fleets.ts';
import { createVisibility } from './visibility.ts';

/** Browsers that see the same devices share a view, so that a message is built and serialised once for all of them. */
export interface View {
  readonly room: string;
  readonly usageRoom: string;
  readonly company: CompanyPk;
  readonly allowed: 'all' | readonly GroupPk[];
  readonly canSee: (group: GroupPk | undefined) => boolean;
  readonly sockets: Set<string>;
  /** Number of its sockets that subscribed to usage samples. */
  usage: number;
}

interface Subscription {
  readonly view: View;
  readonly usage: boolean;
}

export interface Subscriptions {
  /** Replaces the subscription of a browser; an equal one changes nothing. */
  subscribe(socket: BrowserSocket, fleet: Fleet, next: { scope: GroupScope; usage: boolean }): Promise<void>;
  unsubscribe(socket: BrowserSocket): Promise<void>;
  viewsOf(company: CompanyPk): Iterable<View>;
  readonly size: number;
}

const viewKey = (company: CompanyPk, scope: GroupScope, allowed: 'all' | readonly GroupPk[]) =>
  `c${company}|${scope}|${allowed === 'all' ? 'all' : allowed.toSorted((a, b) => a - b).join(',')}`;

/** The subscriptions of all browsers. `onUsageChange` is called when the groups whose usage is watched may have changed. */
export function createSubscriptions(onUsageChange: (company: CompanyPk) => void): Subscriptions {
  const views = new Map<CompanyPk, Map<string, View>>();
  const bySocket = new Map<string, Subscription>();

  const viewFor = (fleet: Fleet, scope: GroupScope, allowed: 'all' | readonly GroupPk[]): View => {
    const ofCompany = views.get(fleet.company) ?? new Map<string, View>();
    views.set(fleet.company, ofCompany);
    const key = viewKey(fleet.company, scope, allowed);
    const known = ofCompany.get(key);
    if (known) return known;
    const isVisible = createVisibility(scope, allowed);
    const view: View = {
      room: key,
      usageRoom: `${key}|usage`,
      company: fleet.company,
      allowed,
      canSee: (group) => isVisible(fleet.index, group),
      sockets: new Set(),
      usage: 0,
    };
    ofCompany.set(key, view);
    return view;
  };

  const remove = (socket: BrowserSocket, { view, usage }: Subscription) => {
    bySocket.delete(socket.id);
    view.sockets.delete(socket.id);
    if (usage) view.usage -= 1;
    if (view.sockets.size > 0) return;
    const ofCompany = views.get(view.company);
    ofCompany?.delete(view.room);
    if (ofCompany?.size === 0) views.delete(view.company);
  };

  const leave = (socket: BrowserSocket, { room, usageRoom }: View) =>
    Promise.all([socket.leave(room), socket.leave(usageRoom)]);

  return {
    async subscribe(socket, fleet, { scope, usage }) {
      const { groups } = socket.data.session;
      const current = bySocket.get(socket.id);
      if (current?.usage === usage && current.view.room === viewKey(fleet.company, scope, groups)) return;
      // Everything changes at once, so that requests of one socket that overlap leave only the last subscription.
      if (current) remove(socket, current);
      const view = viewFor(fleet, scope, groups);
      view.sockets.add(socket.id);
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
