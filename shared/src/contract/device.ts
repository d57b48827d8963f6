import * as z from 'zod';
import { AppConfigPk, DevicePk, FavouritePk, GroupPk, DeviceGuid } from './ids.ts';
import type { UsageField } from './names.ts';
import { normalizeText } from './patterns.ts';
import { isTag, MAX_TAGS } from './tag-rules.ts';

/** Wider than any measured value, and narrow enough for sums and for the columns that store them. */
const measure = z.number().min(-1e12).max(1e12).nullable();
const text = z.string().nullable();
const time = z.iso.datetime().nullable();

/** 0 unknown, 1 Windows, 2 Linux, 3 macOS, 4 Android, 5 iOS; IoT devices are 2 with their own OS string. */
export const OsId = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]);
export type OsId = z.infer<typeof OsId>;

export const Bit = z.union([z.literal(0), z.literal(1)]);
export type Bit = z.infer<typeof Bit>;

/**
 * The fields of a usage sample, as agents and sockets send them: percent 0–100 with two decimals, megabytes, °C, rpm;
 * `null` for values that the device cannot measure.
 */
export const usageFields = {
  cpu_usage: measure,
  memory_usage: measure,
  memory_capacity: measure,
  memory_uses: measure,
  hdd_usage: measure,
  hdd_capacity: measure,
  hdd_uses: measure,
  cpu_temp: measure,
  hdd_temp: measure,
  fan_speed: measure,
} as const satisfies Record<UsageField, z.ZodType>;

/** A free word (decision 74). Tags that differ only in case are the same. */
export const Tag = z.string().max(200).overwrite(normalizeText).refine(isTag, 'not a tag');

/** Tags that a caller sends; one that is named twice counts once. */
export const TagsOfRequest = z.array(Tag).max(MAX_TAGS);

/** A device as a row of a list (spec 2 §3). `hdd_usage` is in hundredths of a percent here and only here. */
export const DeviceRow = z.object({
  pk: DevicePk,
  guid: DeviceGuid,
  alias: z.string(),
  memo: z.string(),
  /** Free words, in the order in which they were added (decision 74). */
  tags: z.array(z.string()).readonly(),
  alive: Bit,
  approval: Bit,
  favorate: z.object({ pk: FavouritePk }).nullable(),
  device_group_fk: GroupPk,
  device_group_name: z.string(),
  app_config_fk: AppConfigPk.nullable(),
  app_config_name: text,
  dev_os_id: OsId,
  user_os_str: z.string(),
  s_pub_ip: text,
  s_pri_ip: text,
  mac_addr: text,
  cpu_usage: measure,
  memory_usage: measure,
  memory_capacity: measure,
  memory_uses: measure,
  hdd_usage: measure,
  hdd_capacity: measure,
  hdd_uses: measure,
  cpu_temp: measure,
  hdd_temp: measure,
  fan_speed_id: measure,
  cs_ver: text,
  latest_ver: text,
  disable_filetransfer: Bit,
  last_connected_time: time,
  last_disconnected_time: time,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  _ext: z.enum(['jpg', 'webp', 'png']).nullable(),
  /** 1: a second agent presented the identity of this device; an administrator should check it. */
  possible_clone: Bit,
});
export type DeviceRow = z.infer<typeof DeviceRow>;

/** Everything about one device. The list fields are semicolon-separated (spec 2 §2); see domain/device-lists.ts. */
export const DeviceDetail = DeviceRow.extend({
  ip_addr: text,
  netmask: text,
  gateway: text,
  dns: text,
  bios: text,
  processor: text,
  time_zone: text,
  running_time: measure,
  system_time: text,
  current_ver: text,
  dev_ver: text,
  security_agreement: Bit,
  kms_addr: text,
  kms_port: measure,
  hardware_name: z.string(),
  hardware_txt: z.string(),
  software_name: z.string(),
  software_list: z.string(),
  /** How many programs there are where the list has the first of them; null: all. */
  software_total: z.int().nullable(),
  prcss_name: z.string(),
  prcss_cpu_usage: z.string(),
  prcss_memory_usage: z.string(),
  prcss_pid: z.string(),
  /** How many processes there were where the list has the first of them; null: all. */
  prcss_total: z.int().nullable(),
  /** When the stored processes were listed; null when they never were. */
  prcss_time: time,
});
export type DeviceDetail = z.infer<typeof DeviceDetail>;
