import type { GroupScope } from '@vigil/shared/contract/events/browser-up/watch-fleet';
import type { CompanyPk, GroupPk } from '@vigil/shared/contract/ids';
import { createSight, type Fleet, type Sight } from './fleets.ts';
import type { BrowserSocket } from './sockets.ts';

/** Browsers that see exactly the same devices share a view, so that a message is made and serialised once for all. */
export interface View {
  readonly room: string;
  readonly usageRoom: string;
  readonly company: CompanyPk;
  readonly sees: (group: GroupPk | undefined) => boolean;
  readonly sockets: Map<string, BrowserSocket>;
  usage: number;
}

export interface Watchers {
  join(socket: BrowserSocket, fleet: Fleet, wish: { scope: GroupScope; usage: boolean }): Promise<void>;
  leave(socket: BrowserSocket): Promise<void>;
  viewsOf(company: CompanyPk): Iterable<View>;
  companies(): Iterable<CompanyPk>;
}

interface Membership {
  readonly view: View;
  readonly usage: boolean;
}

const viewKey = (company: CompanyPk, scope: GroupScope, allowed: 'all' | readonly GroupPk[]) =>
  `c${company}|${scope}|${allowed === 'all' ? 'all' : allowed.toSorted((a, b) => a - b).join(',')}`;

/** Who watches what. `onDemand` hears which groups' figures are wanted, whenever that may have changed. */
export function createWatchers(onDemand: (company: CompanyPk) => void): Watchers {
  const views = new Map<CompanyPk, Map<string, View>>();
  const memberships = new Map<string, Membership>();

  const viewFor = (fleet: Fleet, scope: GroupScope, allowed: 'all' | readonly GroupPk[]): View => {
    const ofCompany = views.get(fleet.company) ?? new Map<string, View>();
    views.set(fleet.company, ofCompany);
    const key = viewKey(fleet.company, scope, allowed);
    const known = ofCompany.get(key);
    if (known) return known;
    const sight: Sight = createSight(scope, allowed);
    const view: View = {
      room: key,
      usageRoom: `${key}|usage`,
      company: fleet.company,
      sees: (group) => sight(fleet.index, group),
      sockets: new Map(),
      usage: 0,
    };
    ofCompany.set(key, view);
    return view;
  };

  const watchers: Watchers = {
    async join(socket, fleet, { scope, usage }) {
      await watchers.leave(socket);
      const view = viewFor(fleet, scope, socket.data.session.groups);
      view.sockets.set(socket.id, socket);
      memberships.set(socket.id, { view, usage });
      await socket.join(view.room);
      if (!usage) return;
      view.usage += 1;
      await socket.join(view.usageRoom);
      onDemand(fleet.company);
    },
    async leave(socket) {
      const membership = memberships.get(socket.id);
      if (!membership) return;
      const { view, usage } = membership;
      memberships.delete(socket.id);
      view.sockets.delete(socket.id);
      if (usage) view.usage -= 1;
      if (view.sockets.size === 0) {
        views.get(view.company)?.delete(view.room);
        if (views.get(view.company)?.size === 0) views.delete(view.company);
      }
      await socket.leave(view.room);
      await socket.leave(view.usageRoom);
      onDemand(view.company);
    },
    viewsOf: (company) => views.get(company)?.values() ?? [],
    companies: () => views.keys(),
  };
  return watchers;
}
