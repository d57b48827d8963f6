import type { Need } from '../contract/access.ts';
import type { Bit } from '../contract/device.ts';
import type { DevicePk } from '../contract/ids.ts';
import { denialReason, type Denial, type Viewer } from './permissions.ts';

// Which parts of a device a user gets. Whether there is the device at all is decided before, by the groups that the
// user sees; what can be done with it, by `device-actions.ts`.

interface Stored {
  readonly approval: Bit;
}

/** As an administrator decided, or, for a user whom windows bind, while one is open. */
export const isApproved = ({ approval }: Stored): boolean => approval === 1;

/**
 * Whether a device shows more than identity, system, addresses, state, memo and configuration: usage, frames, lists and
 * place. An administrator has approved it. What is edited is shown before, because a device that waits can be edited
 * (spec 2 §4).
 */
export const showsDetails = (device: Stored): boolean => isApproved(device);

/** Live frames need the thumbnail right and a Corporate or Free licence, besides a device that shows details. */
export const frameNeeds: readonly [Need, ...Need[]] = ['CSThumbnailView', 'isCorporate'];

/** Why a viewer gets no frames of any device, or null. */
export const frameDenial = (viewer: Pick<Viewer, 'flags' | 'isCorporate' | 'hidesScreens'>): Denial | null =>
  denialReason(viewer, frameNeeds) ?? (viewer.hidesScreens ? { reason: 'policy', detail: 'pictures' } : null);

/** The processes of a device, live or as they were listed last, belong to device management (decision 128). */
export const processNeeds: readonly [Need, ...Need[]] = ['CSDeviceManagement'];

/** Why a viewer reads no processes of any device, or null. */
export const processDenial = (viewer: Pick<Viewer, 'flags' | 'isCorporate'>): Denial | null =>
  denialReason(viewer, processNeeds);

/** An approved window of a user: the device, and from when until when, in milliseconds since 1970. */
export type ApprovedWindow = readonly [device: DevicePk, start: number, end: number];

/** The devices on which an approved window of a user is open; `all` for a user whom no window binds. */
export type DevicesInOpenWindow = 'all' | ReadonlySet<DevicePk>;

/** The devices for which an approved window is open at a time. */
export const openWindowDevices = (
  { usesApproval, windows }: { readonly usesApproval: boolean; readonly windows: readonly ApprovedWindow[] },
  at: number,
): DevicesInOpenWindow =>
  usesApproval ? new Set(windows.filter(([, start, end]) => start <= at && at < end).map(([device]) => device)) : 'all';

/**
 * `approval` of a device for one viewer: an administrator has approved it, and a window is open where the viewer needs
 * one (decisions 4, 63).
 */
export const approvalForViewer = (
  devicesInWindow: DevicesInOpenWindow,
  device: Stored & { readonly pk: DevicePk },
): Bit => (showsDetails(device) && (devicesInWindow === 'all' || devicesInWindow.has(device.pk)) ? 1 : 0);
