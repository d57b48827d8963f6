import { commandTypes, type CommandType } from '@vigil/shared/contract/command';
import { obstacleTo, type DeviceState, type Obstacle } from '@vigil/shared/domain/device-actions';
import { deviceFieldNeeds, denialReason, type Viewer } from '@vigil/shared/domain/permissions';
import type { Need } from '@vigil/shared/contract/access';

/** What can be done with a device, by menu (spec 2 §2, context menu). */
export type DeviceAction = 'detail' | 'favourite' | 'rename' | 'config' | 'move' | 'approve' | CommandType;

const commands: ReadonlySet<string> = new Set(commandTypes);
export const isCommand = (action: DeviceAction): action is CommandType => commands.has(action);

const needs: { readonly [A in Exclude<DeviceAction, CommandType>]: readonly Need[] } = {
  detail: [],
  favourite: [],
  rename: deviceFieldNeeds.alias,
  config: deviceFieldNeeds.app_config_fk,
  move: ['isAdmin'],
  approve: ['isAdmin'],
};

/** Why this viewer cannot do this with this device now, or null. */
export function obstacleOf(
  action: DeviceAction,
  viewer: Viewer & { usesApproval?: boolean },
  device: DeviceState,
): Obstacle | null {
  if (isCommand(action)) return obstacleTo(action, viewer, device);
  // Who cannot approve, but may ask for it (spec 1 §6).
  if (action === 'approve' && viewer.usesApproval) return null;
  const refusal = denialReason(viewer, needs[action]);
  return refusal && { kind: 'refused', refusal };
}

/** Who uses approved requests may always ask for one; a device that nobody took in yet can be taken in. */
export const offersApproval = (device: DeviceState, { usesApproval }: { usesApproval: boolean }): boolean =>
  usesApproval || device.approval === 0;

/** Grouped as the menu shows them; `approve` only where it means something. */
export function menuOf(device: DeviceState, viewer: { usesApproval: boolean }): readonly (readonly DeviceAction[])[] {
  return [
    ['detail', 'favourite', ...(offersApproval(device, viewer) ? (['approve'] as const) : [])],
    ['rename', 'config', 'move'],
    ['information', 'process_list', 'update', 'agent_restart'],
    device.alive === 1 ? ['reboot', 'shutdown'] : ['wol'],
    ['delete'],
  ];
}

/** What makes sense for many devices at once: what is wanted every day, and the rest. */
export const bulkActions = {
  first: ['approve', 'reboot', 'shutdown'],
  more: ['agent_restart', 'update', 'information', 'wol', 'config', 'move', 'delete'],
} as const satisfies Record<string, readonly DeviceAction[]>;

/** A device that is not approved yet can be approved; the others have nothing to approve. */
export const concerns = (action: DeviceAction, device: DeviceState): boolean =>
  action !== 'approve' || device.approval === 0;
