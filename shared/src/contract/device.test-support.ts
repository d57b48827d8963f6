import type { DeviceRow } from './device.ts';
import { noUsage } from './usage.ts';

type Identity = 'pk' | 'guid' | 'alias' | 'device_group_fk' | 'device_group_name';

const { fan_speed, ...measures } = noUsage;

/** The fields of a device of which nothing is known yet: approved, never connected. */
export const blankDevice: Omit<DeviceRow, Identity> = {
  memo: '',
  tags: [],
  alive: 0,
  approval: 1,
  favorate: null,
  app_config_fk: null,
  app_config_name: null,
  dev_os_id: 2,
  user_os_str: '',
  s_pub_ip: null,
  s_pri_ip: null,
  mac_addr: null,
  ...measures,
  fan_speed_id: fan_speed,
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
