import type { CommandType } from '../contract/names.ts';
import type { ProblemCode } from '../contract/problems.ts';
import { commandNeeds, denialReason, type Refusal, type Viewer } from './permissions.ts';

/** The state of a device on which commands depend (spec 2 §4, "Device actions by state"). */
export interface DeviceState {
  readonly alive: 0 | 1;
  readonly approval: 0 | 1;
}

/** Why an action cannot be done now: a right is missing, or the device is in the wrong state. */
export type Obstacle = { kind: 'refused'; refusal: Refusal } | { kind: 'state'; code: ProblemCode };

const worksOffline = new Set<CommandType>(['delete', 'wol']);

/**
 * Why the viewer cannot send this command to this device now, or null. The server refuses with it, and disabled controls
 * show it. Wake-on-LAN needs a device that is offline; deleting works in any state.
 */
export function obstacleTo(type: CommandType, viewer: Viewer, device: DeviceState): Obstacle | null {
  const refusal = denialReason(viewer, commandNeeds[type]);
  if (refusal) return { kind: 'refused', refusal };
  if (type === 'wol') return device.alive === 1 ? { kind: 'state', code: 'already_online' } : null;
  if (device.alive === 0 && !worksOffline.has(type)) return { kind: 'state', code: 'not_online_warning' };
  if (device.approval === 0 && type !== 'delete') return { kind: 'state', code: 'device_not_approved' };
  return null;
}
