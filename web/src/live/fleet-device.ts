import type { Bit, DeviceRow } from '@vigil/shared/contract/device';
import type { ListedDevice } from '@vigil/shared/contract/device-columns';
import type { DevicePatch } from '@vigil/shared/contract/events/browser-down/device';
import { usageColumns, type UsageField } from '@vigil/shared/contract/names';
import { fromHundredths, toHundredths } from '@vigil/shared/domain/hundredths';
import { NO_TAGS } from '@vigil/shared/domain/tags';

/** The fields of a row that have another name or another form on the screen. */
type WireField =
  | 'alive'
  | 'approval'
  | 'favorate'
  | 'possible_clone'
  | 'disable_filetransfer'
  | 'fan_speed_id'
  | 'hdd_usage';

/**
 * A device as the screen reads it. A row is translated once, where it enters the client. The name of the group is left
 * to the tree of groups, so that a renamed group changes no device.
 */
export type FleetDevice = Readonly<
  Omit<ListedDevice, WireField> & {
    isOnline: boolean;
    /** For this viewer: false outside the windows of a user who needs them. */
    isApproved: boolean;
    /** The key of the viewer's own favourite; null for a device that is none. */
    favourite: DeviceRow['favorate'];
    /** A second agent presented the identity of this device. */
    isPossibleClone: boolean;
    /** No files may be transferred to or from the device. */
    forbidsFiles: boolean;
    fan_speed: number | null;
    /** A plain percent; rows have hundredths. */
    hdd_usage: number | null;
    /** The settings that its agent has applied, once it has reported them while this page was open. */
    config_version?: number | null;
  }
>;

export type FleetDeviceChange = Partial<FleetDevice>;

/** A server or a cache of the version before has no tags. */
type Row = Omit<ListedDevice, 'tags'> & Partial<Pick<ListedDevice, 'tags'>>;

/** Named field by field: a fleet has tens of thousands of rows, each of which becomes one object of one shape. */
export const fleetDeviceOf = (row: Row): FleetDevice => ({
  pk: row.pk,
  guid: row.guid,
  alias: row.alias,
  memo: row.memo,
  tags: row.tags ?? NO_TAGS,
  isOnline: row.alive === 1,
  isApproved: row.approval === 1,
  favourite: row.favorate,
  isPossibleClone: row.possible_clone === 1,
  forbidsFiles: row.disable_filetransfer === 1,
  device_group_fk: row.device_group_fk,
  app_config_fk: row.app_config_fk,
  app_config_name: row.app_config_name,
  dev_os_id: row.dev_os_id,
  user_os_str: row.user_os_str,
  s_pub_ip: row.s_pub_ip,
  s_pri_ip: row.s_pri_ip,
  mac_addr: row.mac_addr,
  cpu_usage: row.cpu_usage,
  memory_usage: row.memory_usage,
  memory_capacity: row.memory_capacity,
  memory_uses: row.memory_uses,
  hdd_usage: fromHundredths(row.hdd_usage),
  hdd_capacity: row.hdd_capacity,
  hdd_uses: row.hdd_uses,
  cpu_temp: row.cpu_temp,
  hdd_temp: row.hdd_temp,
  fan_speed: row.fan_speed_id,
  cs_ver: row.cs_ver,
  latest_ver: row.latest_ver,
  last_connected_time: row.last_connected_time,
  last_disconnected_time: row.last_disconnected_time,
  latitude: row.latitude,
  longitude: row.longitude,
  _ext: row._ext,
});

/** A flag as rows and requests have it. */
export const bitOf = (isSet: boolean): Bit => (isSet ? 1 : 0);

/** The opposite of `fleetDeviceOf`, for the cache of the last visit. */
export const listedDeviceOf = (device: FleetDevice): ListedDevice => ({
  pk: device.pk,
  guid: device.guid,
  alias: device.alias,
  memo: device.memo,
  tags: device.tags,
  alive: bitOf(device.isOnline),
  approval: bitOf(device.isApproved),
  favorate: device.favourite,
  possible_clone: bitOf(device.isPossibleClone),
  disable_filetransfer: bitOf(device.forbidsFiles),
  device_group_fk: device.device_group_fk,
  app_config_fk: device.app_config_fk,
  app_config_name: device.app_config_name,
  dev_os_id: device.dev_os_id,
  user_os_str: device.user_os_str,
  s_pub_ip: device.s_pub_ip,
  s_pri_ip: device.s_pri_ip,
  mac_addr: device.mac_addr,
  cpu_usage: device.cpu_usage,
  memory_usage: device.memory_usage,
  memory_capacity: device.memory_capacity,
  memory_uses: device.memory_uses,
  hdd_usage: toHundredths(device.hdd_usage),
  hdd_capacity: device.hdd_capacity,
  hdd_uses: device.hdd_uses,
  cpu_temp: device.cpu_temp,
  hdd_temp: device.hdd_temp,
  fan_speed_id: device.fan_speed,
  cs_ver: device.cs_ver,
  latest_ver: device.latest_ver,
  last_connected_time: device.last_connected_time,
  last_disconnected_time: device.last_disconnected_time,
  latitude: device.latitude,
  longitude: device.longitude,
  _ext: device._ext,
});

/** What a patch changes. JSON carries no undefined: what is named in a patch has a value. */
export function fleetDeviceChangeOf(patch: DevicePatch): FleetDeviceChange {
  const { device_group_name: _, alive, approval, favorate, possible_clone, disable_filetransfer, ...own } = patch;
  const { fan_speed_id, hdd_usage, ...same } = own;
  const change = same as { -readonly [F in keyof FleetDevice]?: FleetDevice[F] };
  if (alive !== undefined) change.isOnline = alive === 1;
  if (approval !== undefined) change.isApproved = approval === 1;
  if (favorate !== undefined) change.favourite = favorate;
  if (possible_clone !== undefined) change.isPossibleClone = possible_clone === 1;
  if (disable_filetransfer !== undefined) change.forbidsFiles = disable_filetransfer === 1;
  if (fan_speed_id !== undefined) change.fan_speed = fan_speed_id;
  if (hdd_usage !== undefined) change.hdd_usage = fromHundredths(hdd_usage);
  return change;
}

export const notMeasured = Object.fromEntries(usageColumns.map((name) => [name, null])) as Pick<
  FleetDevice,
  UsageField
>;

/** The measures of a device that went offline are outdated; a snapshot does not have them either. */
export function stateChangeOf(isOnline: boolean, at: number): FleetDeviceChange {
  const time = new Date(at).toISOString();
  return isOnline
    ? { isOnline, last_connected_time: time }
    : { isOnline, last_disconnected_time: time, ...notMeasured };
}
