import {
  announcements,
  announcementKinds,
  type AnnouncementKind,
  type Announcements,
} from '@vigil/shared/contract/announcements';
import type { DeviceRow } from '@vigil/shared/contract/device';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { browserDown } from '@vigil/shared/contract/events/browser-down';
import type { DevicePatch } from '@vigil/shared/contract/events/browser-down/device';
import type { DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { seesGroup } from '@vigil/shared/domain/sight';
import { approvalForViewer } from '@vigil/shared/domain/visible-parts';
import type { BusKind, BusMessage, BusPayload, BusMessageOf } from '@vigil/shared/platform/bus/messages';
import type { BrowserNamespace } from '../sockets/sockets.ts';
import type { BrowserAccessChecks } from './browser-access.ts';
import type { Fleet } from './fleets.ts';
import type { FleetSubscriptions, SharedFleetView } from './subscriptions.ts';
import { groupOf } from './visibility.ts';

export const deviceRoom = (device: DevicePk): string => `d${device}`;
/** Of those who watch a device, the ones who may read its processes. */
export const processRoom = (device: DevicePk): string => `p${device}`;
export const userRoom = (user: UserPk): string => `u${user}`;
export const companyRoom = (company: number): string => `c${company}`;

type BrowserEvent = (typeof browserDown)[keyof typeof browserDown];
/** Name and payload of an event as a browser receives it. */
type Emission = {
  [E in BrowserEvent as E['name']]: readonly [name: E['name'], payload: PayloadOf<E>];
}[BrowserEvent['name']];

interface Context {
  readonly send: (rooms: string | string[], emission: Emission) => void;
  /** Sends what belongs to a device to those sockets of the rooms whose users may see it now. */
  readonly sendOfDevice: (device: DevicePk, rooms: string[], emission: Emission) => void;
  readonly subscriptions: FleetSubscriptions;
}

type Deliver<K extends BusKind> = (context: Context, message: BusMessageOf<K>, fleet: Fleet) => void;

/** The audience of a bus message: browsers, by this function, or `internal` for messages between server processes. */
type Audience<K extends BusKind> = Deliver<K> | 'internal';

type NumberedKind = { [K in BusKind]: BusMessageOf<K> extends { seq: number } ? K : never }[BusKind];

/**
 * Delivers a numbered message to each view. Views without access receive the sequence number with an empty payload, so
 * that a gap always means a missed message.
 */
const perView =
  <K extends NumberedKind>(
    emissionFor: (view: SharedFleetView, message: BusMessageOf<K>, fleet: Fleet) => Emission | null,
  ): Deliver<K> =>
  ({ send, subscriptions }, message, fleet) => {
    for (const view of subscriptions.viewsOf(fleet.company)) {
      send(view.room, emissionFor(view, message, fleet) ?? ['alive', { seq: message.seq, rows: [] }]);
    }
  };

/**
 * A row with the approval of the view's user (decision 4), and with the state of the events before it: the row may have
 * been read earlier, and a view that did not see the device was not told.
 */
const seenBy = (view: SharedFleetView, { online }: Fleet, device: DeviceRow): DeviceRow => ({
  ...device,
  alive: online.has(device.pk) ? 1 : 0,
  approval: view.boundUser === null ? device.approval : approvalForViewer(view.openWindows(), device),
});

/** The same for a change. */
const patchFor = (view: SharedFleetView, pk: DevicePk, patch: DevicePatch): DevicePatch =>
  view.boundUser === null || patch.approval === undefined
    ? patch
    : { ...patch, approval: approvalForViewer(view.openWindows(), { pk, approval: patch.approval }) };

/**
 * Of the moved devices a view of single devices sees its own; every other view sees all of them or none, before and
 * after.
 */
function moved(
  view: SharedFleetView,
  { seq, pks: all, from, to, group_name, device }: BusMessageOf<'devices_moved'>,
  fleet: Fleet,
): Emission | null {
  const [before, after] = [from, to].map((group) => all.filter((pk) => view.canSee(pk, group)));
  const pks = before?.length ? before : (after ?? []);
  if (pks.length === 0) return null;
  if (before?.length && after?.length) return ['devices_moved', { seq, pks, to, group_name }];
  if (before?.length) return ['devices_removed', { seq, pks }];
  // Without the row the browser reads a snapshot, because it does not know the device.
  return device
    ? ['device_added', { seq, device: seenBy(view, fleet, device) }]
    : ['devices_moved', { seq, pks, to, group_name }];
}

function payloadOf<M extends { readonly t: BusKind }>(message: M): Omit<M, 't'> {
  const { t: _kind, ...payload } = message;
  return payload;
}

type AnnouncedMessage = Announcements[AnnouncementKind]['event'];

/** Nobody is told of an announcement to no user: an empty list of rooms would be every browser. */
function announced(kind: AnnouncementKind): Deliver<AnnouncedMessage> {
  const { to } = announcements[kind];
  return ({ send }, message, fleet) => {
    const { t, ...rest } = message;
    const { to: users = [], ...payload } = rest as Partial<BusPayload<'profile_changed'>>;
    const rooms = { everyone: () => [], company: () => [companyRoom(fleet.company)], users: () => users.map(userRoom) };
    if (to !== 'users' || users.length > 0) send(rooms[to](), [t, payload]);
  };
}

const announcementAudiences = Object.fromEntries(
  announcementKinds.map((kind) => [announcements[kind].event, announced(kind)]),
) as { readonly [K in AnnouncedMessage]: Deliver<K> };

/** Complete by type: a message without an entry does not compile. */
const audiences: { readonly [K in BusKind]: Audience<K> } = {
  ...announcementAudiences,
  alive: perView((view, { seq, rows }) => ['alive', { seq, rows: rows.filter(([device]) => view.canSee(device)) }]),
  device_added: perView((view, { seq, device }, fleet) =>
    view.canSee(device.pk, device.device_group_fk)
      ? ['device_added', { seq, device: seenBy(view, fleet, device) }]
      : null,
  ),
  device_changed: perView((view, { seq, device_pk, patch }) =>
    view.canSee(device_pk) ? ['device_changed', { seq, device_pk, patch: patchFor(view, device_pk, patch) }] : null,
  ),
  devices_changed: perView((view, { seq, pks, patch }) => {
    const visible = pks.filter((pk) => view.canSee(pk));
    return visible.length > 0 ? ['devices_changed', { seq, pks: visible, patch }] : null;
  }),
  approval_window: perView((view, { seq, user, device_pk, open }, { index }) => {
    const stored = index.devices.get(device_pk);
    if (view.boundUser !== user || !stored || !view.canSee(device_pk, stored.group)) return null;
    // The message says whether the window is open; the clock of this process may differ.
    return ['device_changed', { seq, device_pk, patch: { approval: open ? stored.approval : 0 } }];
  }),
  device_removed: perView((view, { seq, device_pk, from }) =>
    view.canSee(device_pk, from) ? ['device_removed', { seq, device_pk }] : null,
  ),
  devices_removed: perView((view, { seq, pks, from }) => {
    const visible = pks.filter((pk, i) => view.canSee(pk, from?.[i]));
    return visible.length > 0 ? ['devices_removed', { seq, pks: visible }] : null;
  }),
  devices_moved: perView(moved),
  group_changed: perView((view, { seq, changed, removed, details }) => {
    // Groups name the people in charge of them.
    if (view.sight === 'all' && !view.isWallScreen) return ['group_changed', { seq, changed, removed, details }];
    // Users and thresholds are shown to administrators only.
    if (details && changed.length + removed.length === 0) return null;
    // Which ancestors a restricted viewer sees depends on the whole tree, so that these viewers read it again.
    return ['group_changed', { seq }];
  }),

  system_usage: ({ send, subscriptions }, { at, cols, rows, group }, { company, index }) => {
    // A device may have left the group while its sample waited for the batch.
    const present = rows.filter(([device]) => groupOf(index, device as DevicePk) === group);
    if (present.length === 0) return;
    for (const view of subscriptions.viewsOf(company)) {
      const share = view.usage > 0 ? view.shareOf(group) : 'none';
      if (share === 'none') continue;
      const own = share === 'whole' ? present : present.filter(([device]) => view.canSee(device as DevicePk));
      if (own.length > 0) send(view.usageRoom, ['system_usage', { at, cols, rows: own }]);
    }
  },
  command_state: ({ sendOfDevice }, { issuer, ...message }) =>
    sendOfDevice(
      message.device_pk,
      [deviceRoom(message.device_pk), ...(issuer === null ? [] : [userRoom(issuer)])],
      ['command_state', payloadOf(message)],
    ),
  processes: ({ sendOfDevice }, message) =>
    sendOfDevice(message.device_pk, [processRoom(message.device_pk)], ['processes', payloadOf(message)]),
  alerts: ({ send, subscriptions }, { rows }, { company }) => {
    for (const view of subscriptions.viewsOf(company)) {
      const visible = rows.filter(({ device_pk }) => view.canSee(device_pk));
      if (visible.length > 0) send(view.room, ['alerts', { rows: visible }]);
    }
  },
  incidents: ({ send, subscriptions }, { rows }, { company }) => {
    for (const view of subscriptions.viewsOf(company)) {
      const seen = rows.map(({ pk, state, groups }) => ({
        pk,
        state,
        count: groups.reduce((sum, [group, devices]) => sum + (seesGroup(view.sight, group) ? devices : 0), 0),
      }));
      // One whose devices are deleted, or in another incident now, names none; those who never saw it ignore its key.
      const visible = seen.filter(({ count }, i) => count > 0 || rows[i]?.groups.length === 0);
      if (visible.length > 0) send(view.room, ['incidents', { rows: visible }]);
    }
  },
  bulk_progress: ({ send }, { to, ...message }) => send(userRoom(to), ['bulk_progress', payloadOf(message)]),
  remote_session_warning: ({ send }, { to, warning }) => {
    if (to !== null) send(userRoom(to), ['session_warning', warning]);
  },
  remote_session_cut: ({ send }, { to, cut: { session, reason } }, fleet) => {
    if (to !== null) send(userRoom(to), ['session_cut', { session, reason }]);
    send(companyRoom(fleet.company), ['remote_sessions_changed', {}]);
  },
  // Its content is for the agent alone.
  remote_session: ({ send }, _message, fleet) => send(companyRoom(fleet.company), ['remote_sessions_changed', {}]),
  settings_changed: 'internal',
  index_rebuilt: 'internal',
  session_ended: 'internal',
  user_rights: 'internal',
  licence_gate: 'internal',
  network_policy: 'internal',
  device_times: 'internal',
  frame_format: 'internal',
  capture_requests: 'internal',
  command: 'internal',
  command_reply: 'internal',
  watch_processes: 'internal',
  superseded: 'internal',
};

/** Null for a message to every company, which is not filtered. */
type Target = Fleet | null;

export interface BrowserDelivery {
  deliver(message: BusMessage, fleet: Target): void;
}

/**
 * Delivers bus messages to the browsers that may see them. It has no state: each part of the gateway that delivers
 * makes its own.
 */
export function createBrowserDelivery(
  console: BrowserNamespace,
  { subscriptions, access }: { subscriptions: FleetSubscriptions; access: BrowserAccessChecks },
): BrowserDelivery {
  // Socket.IO's types cannot relate the name to its payload.
  const emit = (operator: object, [name, payload]: Emission) =>
    (operator as { emit(name: string, payload: unknown): boolean }).emit(name, payload);
  const socketsWithoutAccess = (device: DevicePk, rooms: readonly string[]): string[] =>
    rooms.flatMap((room) =>
      [...(console.adapter.rooms.get(room) ?? [])].filter((id) => {
        const socket = console.sockets.get(id);
        return !socket || !access.canSee(socket, device);
      }),
    );
  const context: Context = {
    subscriptions,
    // An empty list of rooms addresses every browser.
    send: (rooms, emission) => emit(console.to(rooms), emission),
    sendOfDevice: (device, rooms, emission) =>
      emit(console.to(rooms).except(socketsWithoutAccess(device, rooms)), emission),
  };
  return {
    deliver(message, fleet) {
      const audience = audiences[message.t];
      if (audience === 'internal') return;
      (audience as (context: Context, message: BusMessage, fleet: Target) => void)(context, message, fleet);
    },
  };
}
