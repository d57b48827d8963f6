import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { DevicePk, GroupPk, pkInPath } from '../ids.ts';
import { MAX_BULK_DEVICES, MAX_READ_REQUEST_DEVICES, MAX_WAKE_READINESS_DEVICES } from '../limits.ts';
import { ListMeta } from '../list-query.ts';
import * as devices from '../routes/devices.ts';
import { WakeSenderCandidate } from './commands.ts';

/** So many devices are named in a warning; their number is complete. */
export const MAX_LISTED_UNWAKEABLE_DEVICES = 20;

const pkList = z
  .string()
  .max(2_000)
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(DevicePk).max(MAX_WAKE_READINESS_DEVICES));

export const DeviceWakeReadiness = z.object({
  device_pk: DevicePk,
  wakeable: z.union([z.literal(0), z.literal(1)]),
  /** Why it is not (a problem code); null if it is. */
  reason: z.string().nullable(),
  /** The devices that would send the packet now, the best first. */
  senders: z.array(WakeSenderCandidate),
  /** When it last came online after a wake; null if never within 90 days. */
  last_proven_at: z.iso.datetime().nullable(),
});
export type DeviceWakeReadiness = z.infer<typeof DeviceWakeReadiness>;

/**
 * Of the devices in sight: all, those of a group and below, or those that are named (pks with commas). Also of devices
 * that are online, as if they were asleep now. An answer has at most `MAX_BULK_DEVICES`, in the order of their pk;
 * `total_count` is the number of all, and `offset` leads on.
 */
export const readWakeReadiness = endpoint(devices.readWakeReadiness, {
  summary: 'Read which devices can be woken, by which others, and when it last worked',
  query: z.object({
    group_pk: pkInPath(GroupPk).optional(),
    device_pks: pkList.optional(),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  }),
  objects: z.array(DeviceWakeReadiness).max(MAX_BULK_DEVICES),
  meta: ListMeta,
});

/** The first MAX_LISTED_UNWAKEABLE_DEVICES devices by name; `total_count` is the number of all. */
export const previewWakeLoss = endpoint(devices.previewWakeLoss, {
  audits: { none: 'changes nothing' },
  summary: 'List the devices that no device could wake any more if some were turned off',
  body: z.object({ device_pks: z.array(DevicePk).min(1).max(MAX_READ_REQUEST_DEVICES) }),
  objects: z.array(z.object({ pk: DevicePk, alias: z.string() })),
  meta: ListMeta,
});
