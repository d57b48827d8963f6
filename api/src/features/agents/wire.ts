import type { DeviceRow } from '@vigil/shared/contract/device';
import { usageColumns } from '@vigil/shared/contract/device';
import { DevicePk, GroupPk, Guid } from '@vigil/shared/contract/ids';
import type { devices } from '@vigil/shared/platform/db/schema/devices';

const bit = (value: number): 0 | 1 => (value === 1 ? 1 : 0);
const { fan_speed: _fan, ...noUsage } = Object.fromEntries(usageColumns.map((column) => [column, null])) as Record<
  (typeof usageColumns)[number],
  null
>;

/** A machine that was enrolled this moment, as watchers are told of it: never connected, nothing measured. */
export function wireNewDevice(device: typeof devices.$inferSelect, groupName: string): DeviceRow {
  return {
    ...noUsage,
    pk: DevicePk.parse(device.pk),
    guid: Guid.parse(device.guid),
    alias: device.alias,
    memo: '',
    alive: 0,
    approval: bit(device.approval),
    favorate: null,
    device_group_fk: GroupPk.parse(device.groupFk),
    device_group_name: groupName,
    app_config_fk: null,
    app_config_name: null,
    dev_os_id: device.osId as DeviceRow['dev_os_id'],
    user_os_str: device.osName,
    s_pub_ip: null,
    s_pri_ip: null,
    mac_addr: device.macAddr,
    fan_speed_id: null,
    cs_ver: device.agentVersion,
    latest_ver: device.agentVersion,
    disable_filetransfer: 0,
    last_connected_time: null,
    last_disconnected_time: null,
    latitude: null,
    longitude: null,
    _ext: 'jpg',
    possible_clone: bit(device.possibleClone),
  };
}
