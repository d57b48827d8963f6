import { commandTypes, type CommandType } from '@vigil/shared/contract/command';
import { obstacleTo, type DeviceState, type Obstacle } from '@vigil/shared/domain/device-actions';
import { deviceFieldNeeds, denialReason, type Viewer } from '@vigil/shared/domain/permissions';
import type { Need } from '@vigil/shared/contract/access';

/** The actions of the device menu (spec 2 §2, context menu). */
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

/** Why this viewer cannot run the action on this device now, or null. */
export function obstacleOf(
  action: DeviceAction,
  viewer: Viewer & { usesApproval?: boolean },
  device: DeviceState,
): Obstacle | null {
  if (isCommand(action)) return obstacleTo(action, viewer, device);
  // A viewer who cannot approve may request access (spec 1 §6).
  if (action === 'approve' && viewer.usesApproval) return null;
  const refusal = denialReason(viewer, needs[action]);
  return refusal && { kind: 'refused', refusal };
}

/** Viewers with approved requests may always make one; a device that is not approved yet can be approved. */
export const offersApproval = (device: DeviceState, { usesApproval }: { usesApproval: boolean }): boolean =>
  usesApproval || device.approval === 0;

/** The groups of the menu; `approve` only where it applies. */
export function menuOf(device: DeviceState, viewer: { usesApproval: boolean }): readonly (readonly DeviceAction[])[] {
  return [
    ['detail', 'favourite', ...(offersApproval(device, viewer) ? (['approve'] as const) : [])],
    ['rename', 'config', 'move'],
    ['information', 'process_list', 'update', 'agent_restart'],
    device.alive === 1 ? ['reboot', 'shutdown'] : ['wol'],
    ['delete'],
  ];
}

/** The actions for many devices at once: the frequent ones, and the rest. */
export const bulkActions = {
  first: ['approve', 'reboot', 'shutdown'],
  more: ['agent_restart', 'update', 'information', 'wol', 'config', 'move', 'delete'],
} as const satisfies Record<string, readonly DeviceAction[]>;

/** Approving applies only to devices that are not approved yet. */
export const appliesTo = (action: DeviceAction, device: DeviceState): boolean =>
  action !== 'approve' || device.approval === 0;
