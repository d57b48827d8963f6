import * as z from 'zod';
import { Bit, DeviceRow } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { Hardware } from '../hardware.ts';
import { DevicePk, pkInPath } from '../ids.ts';
import * as devices from '../routes/devices.ts';

const time = z.iso.datetime();
const params = z.object({ pk: pkInPath(DevicePk) });

/** Hardware that used the key of a device. */
export const SeenHardware = Hardware.omit({ id: true }).extend({
  s_pub_ip: z.string(),
  first_seen: time,
  last_seen: time,
  /** Null: it was refused each time, because other hardware was connected. */
  connected_at: time.nullable(),
  /** When it was split from the device; null: it was not. */
  split_at: time.nullable(),
  /** The device that it has become since. */
  device: z.object({ pk: DevicePk, alias: z.string() }).nullable(),
});
export type SeenHardware = z.infer<typeof SeenHardware>;

/** More would not help a reader. */
export const MAX_MERGE_CANDIDATES = 20;

/** A device that may be the same one after a new installation. */
export const MergeCandidate = z.object({
  pk: DevicePk,
  alias: z.string(),
  device_group_name: z.string(),
  mac_addr: z.string().nullable(),
  user_os_str: z.string(),
  alive: Bit,
  last_connected_time: time.nullable(),
});
export type MergeCandidate = z.infer<typeof MergeCandidate>;

/** `candidates` share hardware or MAC address with the device, those that are online first. */
export const readCloneEvidence = endpoint(devices.readCloneEvidence, {
  summary: 'Read why a device may be a clone: the hardware that used its key, and devices on the same hardware',
  params,
  objects: z.object({
    own: SeenHardware.nullable(),
    others: z.array(SeenHardware),
    candidates: z.array(MergeCandidate).max(MAX_MERGE_CANDIDATES),
  }),
});

/**
 * `split`: the other hardware that used the device's key makes a key of its own when it connects next, and becomes a
 * device. `merge`: the history, favourites, group, tags and memo of this device move to `into`, and this device is
 * deleted; `into` keeps its key and connection, therefore this one must be offline. `dismiss`: the hardware that was
 * connected last is the device's, and the flag goes. A repeated request changes nothing (decision 95). Answers with the
 * device that stays.
 * @throws Problem `nothing_to_split`, `merge_online`, `not_found`
 */
export const resolveClone = endpoint(devices.resolveClone, {
  audits: ['clone', 'delete', 'groupMove'],
  summary: 'Split a cloned device, merge a device into the one that replaces it, or clear the flag',
  params,
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal('split') }),
    z.object({ action: z.literal('merge'), into: DevicePk }),
    z.object({ action: z.literal('dismiss') }),
  ]),
  objects: z.array(DeviceRow),
});
