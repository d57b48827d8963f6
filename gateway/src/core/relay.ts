import type { CompanyPk, DevicePk, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import type { Fleet } from './fleets.ts';
import type { LiveMessage } from './live-message.ts';
import type { BrowserNamespace } from './sockets.ts';
import type { View, Watchers } from './watchers.ts';

export const deviceRoom = (device: DevicePk): string => `d${device}`;
export const userRoom = (user: UserPk): string => `u${user}`;

/**
 * Passes a company's live messages on to the browsers that may see them. Whoever may not is told the number with
 * nothing in it, so that a gap always means that something was missed.
 */
export function createRelay(console: BrowserNamespace, watchers: Watchers) {
  const nothing = (view: View, seq: number) => console.to(view.room).emit('alive', { seq, rows: [] });

  const relayTo = (view: View, fleet: Fleet, message: LiveMessage) => {
    const groupOf = (device: DevicePk) => fleet.index.devices.get(device)?.group;
    switch (message.t) {
      case 'alive': {
        const rows = message.rows.filter(([device]) => view.sees(groupOf(device)));
        console.to(view.room).emit('alive', { seq: message.seq, rows });
        return;
      }
      case 'device_added':
        if (!view.sees(message.device.device_group_fk)) nothing(view, message.seq);
        else console.to(view.room).emit('device_added', { seq: message.seq, device: message.device });
        return;
      case 'device_removed':
        if (!view.sees(groupOf(message.device_pk))) nothing(view, message.seq);
        else console.to(view.room).emit('device_removed', { seq: message.seq, device_pk: message.device_pk });
        return;
      case 'device_changed':
        if (!view.sees(groupOf(message.device_pk))) nothing(view, message.seq);
        else
          console
            .to(view.room)
            .emit('device_changed', { seq: message.seq, device_pk: message.device_pk, patch: message.patch });
        return;
      case 'device_moved':
        return relayMove(view, message);
      case 'group_changed':
        console.to(view.room).emit('group_changed', { seq: message.seq });
        return;
      default:
        return;
    }
  };

  const relayMove = (view: View, { seq, device, from }: Extract<LiveMessage, { t: 'device_moved' }>) => {
    const before = view.sees(from);
    const after = view.sees(device.device_group_fk);
    if (!before && !after) return nothing(view, seq);
    if (!before) return console.to(view.room).emit('device_added', { seq, device });
    if (!after) return console.to(view.room).emit('device_removed', { seq, device_pk: device.pk });
    const { device_group_fk, device_group_name } = device;
    return console
      .to(view.room)
      .emit('device_changed', { seq, device_pk: device.pk, patch: { device_group_fk, device_group_name } });
  };

  return {
    live(fleet: Fleet, message: LiveMessage): void {
      switch (message.t) {
        case 'command_state': {
          const { t: _, issuer, ...state } = message;
          const rooms = [deviceRoom(state.device_pk), ...(issuer === null ? [] : [userRoom(issuer)])];
          console.to(rooms).emit('command_state', state);
          return;
        }
        case 'processes': {
          const { t: _, ...processes } = message;
          console.to(deviceRoom(processes.device_pk)).emit('processes', processes);
          return;
        }
        case 'approval_changed':
          if (message.to.length === 0) return;
          console.to(message.to.map(userRoom)).emit('approval_changed', { pk: message.pk, state: message.state });
          return;
        case 'policy_changed':
          for (const view of watchers.viewsOf(fleet.company)) console.to(view.room).emit('policy_changed', {});
          return;
        case 'alert': {
          const { t: _, ...alert } = message;
          const group = fleet.index.devices.get(alert.device_pk)?.group;
          for (const view of watchers.viewsOf(fleet.company))
            if (view.sees(group)) console.to(view.room).emit('alert', alert);
          return;
        }
        default:
          for (const view of watchers.viewsOf(fleet.company)) relayTo(view, fleet, message);
      }
    },
    usage(company: CompanyPk, group: GroupPk, batch: { at: number; cols: string[]; rows: (number | null)[][] }): void {
      for (const view of watchers.viewsOf(company)) {
        if (view.usage > 0 && view.sees(group)) console.to(view.usageRoom).emit('system_usage', batch);
      }
    },
  };
}

export type Relay = ReturnType<typeof createRelay>;
