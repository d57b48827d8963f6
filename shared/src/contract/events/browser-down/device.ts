import { z } from 'zod';
import { DeviceRow } from '../../device.ts';
import { event } from '../../event.ts';
import { DevicePk } from '../../ids.ts';

const seq = z.number();

export const DevicePatch = DeviceRow.omit({ pk: true, guid: true }).partial();
export type DevicePatch = z.infer<typeof DevicePatch>;

export const deviceChanged = event('device_changed', z.object({ seq, device_pk: DevicePk, patch: DevicePatch }));

/** Enrolled, or moved into sight. */
export const deviceAdded = event('device_added', z.object({ seq, device: DeviceRow }));

/** Deleted, or moved out of sight. */
export const deviceRemoved = event('device_removed', z.object({ seq, device_pk: DevicePk }));

/** The tree of groups is to be read again. */
export const groupChanged = event('group_changed', z.object({ seq }));
