import type { Bit } from '../contract/device.ts';
import type { DevicePk } from '../contract/ids.ts';

/** An approved window of a user: the device, and from when until when, in milliseconds since 1970. */
export type ApprovedWindow = readonly [device: DevicePk, start: number, end: number];

/** The devices on which an approved window of a user is open; `all` for a user whom no window binds. */
export type OpenWindows = 'all' | ReadonlySet<DevicePk>;

export const openWindowsAt = (
  { usesApproval, windows }: { readonly usesApproval: boolean; readonly windows: readonly ApprovedWindow[] },
  at: number,
): OpenWindows =>
  usesApproval ? new Set(windows.filter(([, start, end]) => start <= at && at < end).map(([device]) => device)) : 'all';

/**
 * `approval` of a device for one viewer: an administrator has taken it in, and a window is open where the viewer needs one
 * (decisions 4, 63).
 */
export const approvalFor = (windows: OpenWindows, device: { readonly pk: DevicePk; readonly approval: Bit }): Bit =>
  device.approval === 1 && (windows === 'all' || windows.has(device.pk)) ? 1 : 0;
