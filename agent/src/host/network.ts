import { readFileSync } from 'node:fs';
import { getServers } from 'node:dns';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import si from 'systeminformation';
import { orElse } from './remembered.ts';

export interface Network {
  ip: string;
  netmask: string;
  gateway: string;
  dns: string;
  mac: string;
}

/** The default route of Linux: destination 0, the gateway in hexadecimal and in the machine's byte order. */
export function parseRoutes(text: string): { device: string; gateway: string } | null {
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
      return parseRoutes(readFileSync('/proc/net/route', 'utf8')) ?? { device: '', gateway: '' };
    } catch {
      return { device: '', gateway: '' };
    }
  }
  const [device, gateway] = await Promise.all([
    orElse(si.networkInterfaceDefault(), ''),
    orElse(si.networkGatewayDefault(), ''),
  ]);
  return { device, gateway };
}

const isReal = (info: NetworkInterfaceInfo): boolean => info.family === 'IPv4' && !info.internal;

/** The interface that the default route uses, else the first that is not the machine itself. */
export async function readNetwork(): Promise<Network> {
  const { device, gateway } = await defaultRoute();
  const all = networkInterfaces();
  const info =
    all[device]?.find(isReal) ??
    Object.values(all)
      .flat()
      .find((one) => one !== undefined && isReal(one));
  return {
    ip: info?.address ?? '',
    netmask: info?.netmask ?? '',
    gateway,
    dns: getServers().join(', '),
    mac: (info?.mac ?? '').toUpperCase(),
  };
}
