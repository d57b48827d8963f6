/** What an agent reports in `alive`. */
export const exampleSystemInfo = {
  system_time: '2026-01-01T00:00:00.000Z',
  running_time: 1,
  time_zone: 'UTC',
  user_os_str: 'TestOS',
  cs_ver: '1.0.0',
  s_pri_ip: '10.0.0.2',
  ip_addr: '10.0.0.2',
  netmask: '255.255.255.0',
  gateway: '10.0.0.1',
  dns: '',
  mac_addr: '02:00:00:00:00:01',
  bios: '',
  processor: '',
};
