import * as z from 'zod';
import { DeviceRow } from '../../device.ts';
import { event } from '../../event.ts';
import { GroupNode } from '../../group.ts';
import { DevicePk, GroupPk } from '../../ids.ts';

const seq = z.number();

/** `config_version`: the settings that the agent has applied, as far as it has reported them; rows do not have it. */
export const DevicePatch = DeviceRow.omit({ pk: true, guid: true })
  .extend({ config_version: z.int().nonnegative().nullable() })
  .partial();
export type DevicePatch = z.infer<typeof DevicePatch>;

export const deviceChanged = event('device_changed', z.object({ seq, device_pk: DevicePk, patch: DevicePatch }));

/** The same change of several devices. An approval is that of its viewer, and so of one device. */
export const devicesChangedAlike = event(
  'devices_changed',
  z.object({ seq, pks: z.array(DevicePk), patch: DevicePatch.omit({ approval: true }) }),
);

/** Enrolled, or moved to a visible group. */
export const deviceAdded = event('device_added', z.object({ seq, device: DeviceRow }));

/** Deleted, or moved to a group that is not visible. */
export const deviceRemoved = event('device_removed', z.object({ seq, device_pk: DevicePk }));

/** Several devices were deleted at once, or moved to a group that is not visible. */
export const devicesRemovedFromView = event('devices_removed', z.object({ seq, pks: z.array(DevicePk) }));

/** Devices changed their group. A device that the browser does not know became visible; a new snapshot has its row. */
export const devicesMoved = event(
  'devices_moved',
  z.object({ seq, pks: z.array(DevicePk), to: GroupPk, group_name: z.string() }),
);

/**
 * The group tree changed. Viewers of the whole tree receive the changes; without `changed` and `removed` the browser
 * reads the tree again, because the visible ancestors depend on the viewer. `details` are groups whose users or
 * thresholds changed.
 */
export const groupTreeChanged = event(
  'group_changed',
  z.object({
    seq,
    changed: z.array(GroupNode).optional(),
    removed: z.array(GroupPk).optional(),
    details: z.array(GroupPk).optional(),
  }),
);
