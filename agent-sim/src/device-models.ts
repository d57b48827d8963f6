import type { OsId } from '@vigil/shared/contract/device';
import type { SoftwareEntry } from '@vigil/shared/contract/events/agent-up/inventory';
import type { ConnectionMedium } from '@vigil/shared/contract/names';

export type ScreenLayout = 'desktop' | 'server' | 'phone' | 'kiosk';

/** One kind of device and the properties its devices share. Memory and disk in megabytes. */
export interface DeviceModel {
  /** Percentage of devices of this kind. */
  share: number;
  label: string;
  osId: OsId;
  os: readonly [string, ...string[]];
  bios: readonly [string, ...string[]];
  processor: readonly [string, ...string[]];
  memory: readonly [number, ...number[]];
  disk: readonly [number, ...number[]];
  layout: ScreenLayout;
  link: ConnectionMedium;
  /** Follows office hours, or works evenly around the clock. */
  rhythm: 'office' | 'flat' | 'personal';
  /** Phones and small boards have no sensors for a fan or a disk. */
  sensors: 'full' | 'cpu';
  /** First three bytes of the MAC address; locally administered, so that no real device has it. */
  oui: string;
  processes: readonly string[];
  software: readonly SoftwareEntry[];
}

const app = (name: string, company: string, version: string, description = ''): SoftwareEntry => ({
  name,
  company,
  version,
  description,
  install_date: '',
});

const officeApps = [
  app('Office Suite', 'Northwind Software', '16.0.18129', 'Documents, sheets and slides'),
  app('Web Browser', 'Meridian', '131.0.2903', 'Browser'),
  app('Mail Client', 'Northwind Software', '128.4.3', 'Mail and calendar'),
  app('Video Meetings', 'Parley', '6.2.10', 'Meetings'),
  app('PDF Reader', 'Quire', '24.4.2', 'Reads PDF files'),
  app('Archive Tool', 'Igor', '24.08', 'Packs and unpacks files'),
  app('Messenger', 'Harbor Talk', '4.1.9', 'Chat'),
  app('Endpoint Protection', 'Bulwark', '12.8.1', 'Antivirus'),
  app('Password Manager', 'Keyring Labs', '8.10.54'),
  app('Note Taking', 'Slate', '3.22.0'),
  app('Printer Driver', 'Inkwell', '5.3.0'),
  app('Remote Support', 'Vigil', '4.2.0', 'Agent'),
];

const serverApps = [
  app('nginx', 'Debian Nginx Maintainers', '1.26.2-1', 'web server'),
  app('postgresql-17', 'Debian PostgreSQL Maintainers', '17.2-1', 'object-relational SQL database'),
  app('redis-server', 'Debian Redis Maintainers', '7.2.5-1', 'key-value store'),
  app('openssh-server', 'Debian OpenSSH Maintainers', '9.9p1-3', 'secure shell server'),
  app('docker-ce', 'Docker', '27.3.1', 'container engine'),
  app('prometheus-node-exporter', 'Debian Go Packaging Team', '1.8.2-1', 'device metrics'),
  app('chrony', 'Debian', '4.6.1-1', 'time synchronisation'),
  app('fail2ban', 'Debian', '1.1.0-7', 'bans hosts that cause errors'),
  app('linux-image-amd64', 'Debian Kernel Team', '6.1.119-1', 'kernel'),
];

const phoneApps = [
  app('Messages', 'System', '14.2'),
  app('Camera', 'System', '9.1'),
  app('Delivery Driver', 'Fleetline', '3.8.2', 'Routes and signatures'),
  app('Scanner', 'Fleetline', '2.1.0', 'Barcodes'),
  app('Maps', 'Meridian', '11.140'),
];

const kioskApps = [
  app('kiosk-shell', 'Vigil', '2.4.1', 'Full-screen browser'),
  app('signage-player', 'Brightwall', '7.0.3', 'Plays content'),
  app('openssh-server', 'Yocto', '9.6p1', 'secure shell server'),
];

const officeProcesses = [
  'browser',
  'browser',
  'mail',
  'office',
  'meetings',
  'indexer',
  'antivirus',
  'window manager',
  'messenger',
  'audio',
  'update service',
  'print spooler',
  'sync',
];

export const deviceModels: readonly [DeviceModel, ...DeviceModel[]] = [
  {
    share: 46,
    label: 'PC',
    osId: 1,
    os: ['Windows 11 Pro 24H2 (26100.2314)', 'Windows 11 Pro 23H2 (22631.4460)', 'Windows 10 Pro 22H2 (19045.5131)'],
    bios: ['American Megatrends F.42', 'Insyde V1.17', 'Phoenix N3AET81W'],
    processor: ['Intel Core i5-1340P', 'Intel Core i7-13700', 'AMD Ryzen 5 7530U', 'Intel Core Ultra 5 125H'],
    memory: [8_192, 16_384, 16_384, 32_768],
    disk: [244_198, 488_386, 976_762],
    layout: 'desktop',
    link: 'wired',
    rhythm: 'office',
    sensors: 'full',
    oui: '02:57:10',
    processes: ['System', 'explorer.exe', 'svchost.exe', 'dwm.exe', ...officeProcesses],
    software: officeApps,
  },
  {
    share: 20,
    label: 'SRV',
    osId: 2,
    os: ['Debian GNU/Linux 12 (bookworm)', 'Ubuntu 24.04.1 LTS', 'Rocky Linux 9.5'],
    bios: ['SeaBIOS 1.16.3', 'Dell Inc. 2.19.1', 'HPE U46'],
    processor: ['AMD EPYC 9354', 'Intel Xeon Gold 6430', 'Ampere Altra Q80-30'],
    memory: [16_384, 65_536, 131_072],
    disk: [488_386, 1_907_729, 3_815_447],
    layout: 'server',
    link: 'wired',
    rhythm: 'flat',
    sensors: 'full',
    oui: '02:53:20',
    processes: [
      'systemd',
      'postgres',
      'nginx',
      'nginx',
      'redis-server',
      'dockerd',
      'containerd',
      'sshd',
      'node',
      'chronyd',
      'journald',
      'cron',
    ],
    software: serverApps,
  },
  {
    share: 12,
    label: 'MAC',
    osId: 3,
    os: ['macOS 15.1 (24B83)', 'macOS 14.7.1 (23H222)'],
    bios: ['11881.41.5', '10151.140.19'],
    processor: ['Apple M2', 'Apple M3 Pro', 'Apple M4'],
    memory: [8_192, 16_384, 36_864],
    disk: [476_802, 953_604],
    layout: 'desktop',
    link: 'wireless',
    rhythm: 'office',
    sensors: 'full',
    oui: '02:4D:30',
    processes: ['launchd', 'WindowServer', 'Finder', 'mds_stores', ...officeProcesses],
    software: officeApps,
  },
  {
    share: 10,
    label: 'AND',
    osId: 4,
    os: ['Android 15', 'Android 14', 'Android 13'],
    bios: ['S928NKSU4AXJ5', 'AP3A.241105.007'],
    processor: ['Snapdragon 8 Gen 3', 'Exynos 2400', 'Dimensity 7300'],
    memory: [6_144, 8_192, 12_288],
    disk: [122_880, 245_760],
    layout: 'phone',
    link: 'wireless',
    rhythm: 'personal',
    sensors: 'cpu',
    oui: '02:41:40',
    processes: ['system_server', 'surfaceflinger', 'delivery', 'maps', 'camera', 'keyboard', 'launcher'],
    software: phoneApps,
  },
  {
    share: 4,
    label: 'IOS',
    osId: 5,
    os: ['iOS 18.1', 'iPadOS 18.1'],
    bios: ['iBoot-11881.42'],
    processor: ['Apple A17 Pro', 'Apple A16', 'Apple M2'],
    memory: [6_144, 8_192],
    disk: [122_880, 245_760],
    layout: 'phone',
    link: 'wireless',
    rhythm: 'personal',
    sensors: 'cpu',
    oui: '02:69:50',
    processes: ['backboardd', 'SpringBoard', 'delivery', 'maps', 'camera', 'mediaserverd'],
    software: phoneApps,
  },
  {
    share: 8,
    label: 'IOT',
    osId: 2,
    os: ['Yocto 5.0 (scarthgap) IoT', 'Ubuntu Core 24 IoT', 'OpenWrt 23.05.5 IoT'],
    bios: ['U-Boot 2024.07', 'coreboot 24.08'],
    processor: ['NXP i.MX 8M Plus', 'Broadcom BCM2712', 'Rockchip RK3588'],
    memory: [1_024, 2_048, 4_096],
    disk: [7_456, 14_912, 29_824],
    layout: 'kiosk',
    link: 'wired',
    rhythm: 'flat',
    sensors: 'cpu',
    oui: '02:49:60',
    processes: ['init', 'kiosk-shell', 'signage-player', 'wpa_supplicant', 'sshd', 'dbus-daemon'],
    software: kioskApps,
  },
];
