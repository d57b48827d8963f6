import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { NetworkInterfaceInfo } from 'node:os';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isCardAddress } from '@vigil/shared/contract/mac-address';
import { afterAll, expect, test } from 'vitest';
import { listInterfaces } from './interfaces.ts';
import { joinFitting } from './join-fitting.ts';
import { chooseInterface, createNetworkReader, readDefaultRouteNetwork } from './network.ts';
import { parseIPv4DefaultRoutes, parseIPv6DefaultRoutes } from './routes.ts';

const root = mkdtempSync(join(tmpdir(), 'net-'));
afterAll(() => rmSync(root, { recursive: true }));
for (const name of ['eth0/device', 'wlan0/device', 'docker0/bridge', 'br0/bridge', 'vpn7', 'veth1', 'ens1'])
  mkdirSync(join(root, name), { recursive: true });
writeFileSync(join(root, 'vpn7', 'tun_flags'), '0x1001');

const v4 = (address: string, mac = '3c:52:82:10:20:30') =>
  ({ address, mac, netmask: '255.255.255.0', family: 'IPv4', internal: false, cidr: null }) as NetworkInterfaceInfo;
const v6 = (address: string, mac = '3c:52:82:10:20:30') =>
  ({ ...v4(address, mac), family: 'IPv6', netmask: 'ffff:ffff:ffff:ffff::' }) as NetworkInterfaceInfo;
const NO_MAC = '00:00:00:00:00:00';
const tunnel = v4('10.8.0.6', NO_MAC);

const HEAD = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n';
const route4 = (device: string, gateway: string, more: { flags?: string; metric?: number; mask?: string } = {}) =>
  `${device}\t00000000\t${gateway}\t${more.flags ?? '0003'}\t0\t0\t${more.metric ?? 0}\t${more.mask ?? '00000000'}\t0\t0\t0\n`;
const route6 = (device: string, gateway: string, { metric = 1, flags = '00000003' } = {}) =>
  `${'0'.repeat(32)} 00 ${'0'.repeat(32)} 00 ${gateway} ${metric.toString(16).padStart(8, '0')} 00000001 00000000 ${flags} ${device}\n`;
const chosen = (found: NodeJS.Dict<NetworkInterfaceInfo[]>, routes: string, routes6 = '') => {
  const all = [...parseIPv4DefaultRoutes(HEAD + routes), ...parseIPv6DefaultRoutes(routes6)];
  const { chosen: one, gateway } = chooseInterface(listInterfaces(found, root), all);
  return [one?.ip, gateway, one?.mac];
};

test('only a route to every address is a default route, the one with the lowest metric first', () => {
  const text =
    HEAD +
    route4('tun0', '0100080A', { mask: '00000080' }) +
    route4('*', '00000000', { flags: '0200' }) +
    route4('dead0', '0102A8C0', { flags: '0002' }) +
    route4('wlan0', '0103A8C0', { metric: 600 }) +
    route4('eth0', '0102A8C0', { metric: 100 });
  expect(parseIPv4DefaultRoutes(text)).toEqual([
    { device: 'eth0', gateway: '192.168.2.1', metric: 100 },
    { device: 'wlan0', gateway: '192.168.3.1', metric: 600 },
  ]);
  expect(parseIPv4DefaultRoutes(HEAD)).toEqual([]);
  expect(parseIPv4DefaultRoutes('')).toEqual([]);
});

test('a default route of IPv6 names its gateway as people write it; unreachable ones are none', () => {
  const gateway = '20010db8001000000000000000000001';
  const unreachable = route6('lo', '0'.repeat(32), { metric: 0xff_ff_ff_ff, flags: '00200200' });
  expect(parseIPv6DefaultRoutes(unreachable + route6('eth0', gateway))).toEqual([
    { device: 'eth0', gateway: '2001:db8:10::1', metric: 1 },
  ]);
});

const CARD = '3C:52:82:10:20:30';
const docker0 = [v4('172.17.0.1', '02:42:00:00:00:01')];

test.each<{ tunnel: string; found: NodeJS.Dict<NetworkInterfaceInfo[]>; routes: string; card: string[] }>([
  {
    tunnel: 'a tunnel that takes half of the addresses each',
    found: { tun0: [tunnel], eth0: [v4('192.168.2.10')] },
    routes: route4('tun0', '0100080A', { mask: '00000080' }) + route4('eth0', '0102A8C0', { metric: 100 }),
    card: ['192.168.2.10', '192.168.2.1', CARD],
  },
  {
    tunnel: 'a tunnel with the preferred default route',
    found: { tun0: [tunnel], eth0: [v4('192.168.2.10')] },
    routes: route4('tun0', '00000000', { metric: 50 }) + route4('eth0', '0102A8C0', { metric: 100 }),
    card: ['192.168.2.10', '192.168.2.1', CARD],
  },
  {
    tunnel: 'a tunnel by its kind',
    found: { vpn7: [v4('10.8.0.6')], eth0: [v4('10.0.0.2')] },
    routes: route4('vpn7', '0100080A'),
    card: ['10.0.0.2', '', CARD],
  },
  {
    tunnel: 'WireGuard on a Mac',
    found: { utun4: [tunnel], en0: [v4('10.0.0.2')] },
    routes: route4('utun4', '0100080A'),
    card: ['10.0.0.2', '', CARD],
  },
  {
    tunnel: 'an adapter of OpenVPN on Windows',
    found: { 'Local Area Connection': [v4('10.8.0.6', '00:ff:ab:cd:00:01')], Ethernet: [v4('10.0.0.2')] },
    routes: route4('Local', '0100080A'),
    card: ['10.0.0.2', '', CARD],
  },
])('the card is chosen, not $tunnel', ({ found, routes, card }) => {
  expect(chosen(found, routes)).toEqual(card);
});

test('the card is chosen, not docker before it, although neither has a route', () => {
  expect(chosen({ docker0, eth0: [v4('192.168.10.5')] }, '')).toEqual(['192.168.10.5', '', CARD]);
});

test('the card is chosen, not the one of a container, although neither has a route', () => {
  const veth1 = [v4('172.17.0.9', '02:42:00:00:00:02')];
  expect(chosen({ docker0, veth1, ens1: [v4('192.168.10.5')] }, '')).toEqual(['192.168.10.5', '', CARD]);
});

test('a card with IPv6 only is chosen, not docker, by its address for everywhere', () => {
  const routes6 = route6('eth0', '20010db8001000000000000000000001');
  const found = { docker0, eth0: [v6('fe80::1'), v6('2001:db8:10::5')] };
  expect(chosen(found, '', routes6)).toEqual(['2001:db8:10::5', '2001:db8:10::1', CARD]);
});

test('a bridge with the default route is chosen, not a card', () => {
  const found = { br0: [v4('10.0.0.2')], wlan0: [v4('10.0.1.2', '02:00:00:00:00:09')] };
  expect(chosen(found, route4('br0', '0100000A'))).toEqual(['10.0.0.2', '10.0.0.1', CARD]);
});

test('mobile broadband with the default route is chosen, though no card has its address', () => {
  const found = { docker0, wwan0: [v4('10.64.0.2', NO_MAC)] };
  expect(chosen(found, route4('wwan0', '0100400A'))).toEqual(['10.64.0.2', '10.64.0.1', '']);
});

test('a loopback is not chosen, though there is nothing else', () => {
  const lo = [{ ...v4('127.0.0.1', NO_MAC), internal: true }];
  expect(chosen({ lo }, '')).toEqual([undefined, '', undefined]);
});

test('the address of a group is not that of a card', () => {
  const found = { eth0: [v4('10.0.0.2', 'ff:ff:ff:ff:ff:ff')] };
  expect(chosen(found, route4('eth0', '0100000A'))).toEqual(['10.0.0.2', '10.0.0.1', '']);
});

test('while only a tunnel has an address, the card is the last one that had', async () => {
  let found: NodeJS.Dict<NetworkInterfaceInfo[]> = { tun0: [tunnel] };
  const read = createNetworkReader(() => Promise.resolve(undefined), {
    interfaces: () => listInterfaces(found, root),
    routes: () => Promise.resolve([{ device: 'tun0', gateway: '10.8.0.1', metric: 50 }]),
  });
  expect(await read()).toMatchObject({ ip: '10.8.0.6', mac: '' });
  found = { tun0: [tunnel], eth0: [v4('192.168.2.10')] };
  expect(await read()).toMatchObject({ ip: '192.168.2.10', mac: CARD });
  found = { tun0: [tunnel] };
  expect(await read()).toMatchObject({ ip: '10.8.0.6', gateway: '10.8.0.1', mac: CARD });
});

test('a list ends where the next part would not fit', () => {
  const servers = Array.from({ length: 8 }, (_, i) => `2001:db8:ffff:ffff:ffff:ffff:ffff:${1_000 + i}`);
  const text = joinFitting(servers, ', ', 300);
  expect(text.split(', ')).toEqual(servers.slice(0, 7));
  expect(joinFitting(['x'.repeat(301)], ', ', 300)).toBe('');
});

test('what the network of this computer says fits its fields, whatever it is', async () => {
  const network = await readDefaultRouteNetwork(() => Promise.resolve('wired'));
  expect(network.mac === '' || isCardAddress(network.mac)).toBe(true);
  expect(network.dns.length).toBeLessThanOrEqual(300);
});
