import { readFileSync } from 'node:fs';
import { getServers } from 'node:dns';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import type { ConnectionMedium } from '@vigil/shared/contract/names';
import si from 'systeminformation';
import { resolveOrFallback } from './async-cache.ts';

export interface NetworkInfo {
  ip: string;
  netmask: string;
  gateway: string;
  dns: string;
  mac: string;
  link: ConnectionMedium | undefined;
}

/** The default route of Linux: destination 0, the gateway in hexadecimal and in host byte order. */
export function parseProcNetRoute(text: string): { device: string; gateway: string } | null {
  for (const line of text.split('\n').slice(1)) {
    const [device, destination, gateway] = line.split('\t');
    if (device === undefined || destination !== '00000000' || gateway === undefined) continue;
    const bytes = gateway
      .match(/../g)
      ?.map((hex) => Number.parseInt(hex, 16))
      .toReversed();
    return { device, gateway: bytes?.join('.') ?? '' };
  }
  return null;
}

async function defaultRoute(): Promise<{ device: string; gateway: string }> {
  if (process.platform === 'linux') {
    try {
      return parseProcNetRoute(readFileSync('/proc/net/route', 'utf8')) ?? { device: '', gateway: '' };
    } catch {
      return { device: '', gateway: '' };
    }
  }
  const [device, gateway] = await Promise.all([
    resolveOrFallback(si.networkInterfaceDefault(), ''),
    resolveOrFallback(si.networkGatewayDefault(), ''),
  ]);
  return { device, gateway };
}

const isExternalIPv4 = (info: NetworkInterfaceInfo): boolean => info.family === 'IPv4' && !info.internal;

/** The interface of the default route, else the first one that is not a loopback interface. `readLink` takes the name of an interface. */
export async function readDefaultRouteNetwork(
  readLink: (name: string) => Promise<ConnectionMedium | undefined>,
): Promise<NetworkInfo> {
  const { device, gateway } = await defaultRoute();
  const all = Object.entries(networkInterfaces()).flatMap(([name, infos = []]) =>
    infos.filter(isExternalIPv4).map((info) => ({ name, info })),
  );
  const found = all.find(({ name }) => name === device) ?? all[0];
  return {
    ip: found?.info.address ?? '',
    netmask: found?.info.netmask ?? '',
    gateway,
    dns: getServers().join(', '),
    mac: (found?.info.mac ?? '').toUpperCase(),
    link: found && (await readLink(found.name)),
  };
}
