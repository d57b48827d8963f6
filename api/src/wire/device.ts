import type { DeviceDetail, DeviceRow } from '@vigil/shared/contract/device';
import type { FrameExt } from '@vigil/shared/contract/events/agent-up/thumbnail';
import type { FavouritePk } from '@vigil/shared/contract/ids';
import { noUsage } from '@vigil/shared/contract/usage';
import { joinList, encodeSoftwareList } from '@vigil/shared/domain/device-lists';
import { toHundredths } from '@vigil/shared/domain/hundredths';
import { NO_TAGS } from '@vigil/shared/domain/tags';
import { showsDetails } from '@vigil/shared/domain/visible-parts';
import { type deviceProcesses, devices } from '@vigil/shared/platform/db/schema/devices';
import type { Usage } from '@vigil/shared/platform/redis/usage';

/** A device as the database has it, with the names it refers to. */
export interface StoredDevice {
  readonly device: Omit<typeof devices.$inferSelect, 'hardware' | 'software' | 'softwareTotal'>;
  readonly groupName: string;
  readonly configName: string | null;
  readonly favouritePk: FavouritePk | null;
}

/** What only Redis knows: whether the device is online now, and its latest usage. */
export interface LiveState {
  readonly online: boolean;
  readonly usage: Usage | null;
  /** The format of the kept frame, when there is one. */
  readonly frame: FrameExt | null;
}

const time = (value: Date | null) => value?.toISOString() ?? null;

export const offlineState: LiveState = { online: false, usage: null, frame: null };

/** Usage over HTTP: disk usage in hundredths of a percent (spec 2 §3). */
export function wireUsage(usage: Usage | null) {
  const shown = usage ?? noUsage;
  return { ...shown, hdd_usage: toHundredths(shown.hdd_usage) };
}

/** The columns that a row shows. */
export const deviceRowColumns = {
  pk: devices.pk,
  guid: devices.guid,
  alias: devices.alias,
  memo: devices.memo,
  tags: devices.tags,
  approval: devices.approval,
  groupFk: devices.groupFk,
  appConfigFk: devices.appConfigFk,
  osId: devices.osId,
  osName: devices.osName,
  publicIp: devices.publicIp,
  privateIp: devices.privateIp,
  macAddr: devices.macAddr,
  agentVersion: devices.agentVersion,
  latestVersion: devices.latestVersion,
  disableFileTransfer: devices.disableFileTransfer,
  lastConnectedAt: devices.lastConnectedAt,
  lastDisconnectedAt: devices.lastDisconnectedAt,
  latitude: devices.latitude,
  longitude: devices.longitude,
  possibleClone: devices.possibleClone,
} as const;
type ShownDevice = Pick<StoredDevice['device'], keyof typeof deviceRowColumns>;

export const locationIfDeviceApproved = ({
  approval,
  latitude,
  longitude,
}: Pick<ShownDevice, 'approval' | 'latitude' | 'longitude'>) =>
  showsDetails({ approval }) ? { latitude, longitude } : { latitude: null, longitude: null };

export function wireDevice(
  { device, groupName, configName, favouritePk }: Omit<StoredDevice, 'device'> & { readonly device: ShownDevice },
  live: LiveState,
): DeviceRow {
  const isShown = showsDetails(device);
  const { fan_speed, ...usage } = wireUsage(isShown ? live.usage : null);
  return {
    pk: device.pk,
    guid: device.guid,
    alias: device.alias,
    memo: device.memo,
    tags: device.tags.length === 0 ? NO_TAGS : device.tags,
    alive: live.online ? 1 : 0,
    approval: device.approval,
    favorate: favouritePk === null ? null : { pk: favouritePk },
    device_group_fk: device.groupFk,
    device_group_name: groupName,
    app_config_fk: device.appConfigFk,
    app_config_name: configName,
    dev_os_id: device.osId,
    user_os_str: device.osName,
    s_pub_ip: device.publicIp,
    s_pri_ip: device.privateIp,
    mac_addr: device.macAddr,
    ...usage,
    fan_speed_id: fan_speed,
    cs_ver: device.agentVersion,
    latest_ver: device.latestVersion,
    disable_filetransfer: device.disableFileTransfer,
    last_connected_time: time(device.lastConnectedAt),
    last_disconnected_time: time(device.lastDisconnectedAt),
    ...locationIfDeviceApproved(device),
    _ext: isShown ? live.frame : null,
    possible_clone: device.possibleClone,
  };
}

/** The last process list, with the time of the server when it arrived. */
export type StoredProcesses = Pick<typeof deviceProcesses.$inferSelect, 'at' | 'rows' | 'total'>;

export interface StoredInventory extends Pick<typeof devices.$inferSelect, 'hardware' | 'software' | 'softwareTotal'> {
  readonly processes: StoredProcesses | null;
}

export const noLists: StoredInventory = { hardware: [], software: [], softwareTotal: null, processes: null };

export interface SystemTimes {
  readonly running_time?: number | undefined;
  readonly system_time?: string | undefined;
}

export function wireDetail(
  stored: StoredDevice,
  lists: StoredInventory,
  { live, systemTimes, showsProcesses }: { live: LiveState; systemTimes: SystemTimes; showsProcesses: boolean },
): DeviceDetail {
  const { device } = stored;
  const isShown = showsDetails(device);
  const { hardware, software, softwareTotal, processes: listed } = isShown ? lists : noLists;
  const processes = showsProcesses ? listed : null;
  const rows = processes?.rows ?? [];
  const { running_time, system_time } = isShown ? systemTimes : {};
  return {
    ...wireDevice(stored, live),
    ip_addr: device.ipAddr,
    netmask: device.netmask,
    gateway: device.gateway,
    dns: device.dns,
    bios: isShown ? device.bios : null,
    processor: isShown ? device.processor : null,
    time_zone: isShown ? device.timeZone : null,
    running_time: running_time ?? null,
    system_time: system_time ?? null,
    current_ver: device.agentVersion,
    dev_ver: device.agentVersion,
    security_agreement: device.securityAgreement,
    kms_addr: isShown ? device.kmsAddr : null,
    kms_port: isShown ? device.kmsPort : null,
    hardware_name: joinList(hardware.map((entry) => entry.name)),
    hardware_txt: joinList(hardware.map((entry) => entry.description)),
    software_name: joinList(software.map((entry) => entry.name)),
    software_list: encodeSoftwareList(software),
    software_total: softwareTotal,
    prcss_name: joinList(rows.map((row) => row.name)),
    prcss_cpu_usage: joinList(rows.map((row) => row.cpu_usage)),
    prcss_memory_usage: joinList(rows.map((row) => row.memory_usage)),
    prcss_pid: joinList(rows.map((row) => row.pid)),
    prcss_total: processes?.total ?? null,
    prcss_time: time(processes?.at ?? null),
  };
}
