import type { DeviceRow } from '@vigil/shared/contract/device';
import { DeviceRow as Schema } from '@vigil/shared/contract/device';

const blank = {
  memo: '',
  alive: 1,
  approval: 1,
  favorate: null,
  device_group_fk: 1,
  device_group_name: 'ROOT',
  app_config_fk: null,
  app_config_name: null,
  dev_os_id: 2,
  user_os_str: '',
  s_pub_ip: null,
  s_pri_ip: null,
  mac_addr: null,
  cpu_usage: null,
  memory_usage: null,
  memory_capacity: null,
  memory_uses: null,
  hdd_usage: null,
  hdd_capacity: null,
  hdd_uses: null,
  cpu_temp: null,
  hdd_temp: null,
  fan_speed_id: null,
  cs_ver: null,
  latest_ver: null,
  disable_filetransfer: 0,
  last_connected_time: null,
  last_disconnected_time: null,
  latitude: null,
  longitude: null,
  _ext: null,
  possible_clone: 0,
};

/** A device for tests, valid by the contract. */
export function fakeDevice(pk: number, change: Partial<Record<keyof DeviceRow, unknown>> = {}): DeviceRow {
  const guid = `00000000-0000-4000-8000-${String(pk).padStart(12, '0')}`;
  return Schema.parse({ ...blank, pk, guid, alias: `device-${pk}`, ...change });
}
