import { getServers } from 'node:dns';
import { readFileSync } from 'node:fs';
import type { ConnectionMedium } from '@vigil/shared/contract/names';
import si from 'systeminformation';
import { withFallback } from './async-cache.ts';
import { listInterfaces, type NetworkInterface } from './interfaces.ts';
import { joinFitting } from './join-fitting.ts';
import { parseIPv4DefaultRoutes, parseIPv6DefaultRoutes, type DefaultRoute } from './routes.ts';

export interface NetworkInfo {
  ip: string;
  netmask: string;
  gateway: string;
  dns: string;
  mac: string;
  link: ConnectionMedium | undefined;
}

/** The longest text that the contract allows in one field. */
const MAX_TEXT = 300;

const readOrEmpty = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** The ways to every address, the preferred one first. */
async function readDefaultRoutes(): Promise<DefaultRoute[]> {
  if (process.platform === 'linux')
    return [
      ...parseIPv4DefaultRoutes(readOrEmpty('/proc/net/route')),
      ...parseIPv6DefaultRoutes(readOrEmpty('/proc/net/ipv6_route')),
    ];
  const [device, gateway] = await Promise.all([
    withFallback(si.networkInterfaceDefault(), ''),
    withFallback(si.networkGatewayDefault(), ''),
  ]);
  return device ? [{ device, gateway, metric: 0 }] : [];
}

const isGround = ({ carrier }: NetworkInterface): boolean => carrier === 'card' || carrier === 'other';

/**
 * The interface that says where the device is: that of the preferred default route which is no tunnel, else the first
 * card. A tunnel leads to another network, where no neighbour could wake the device, and counts only where there is
 * nothing else.
 */
export function chooseInterface(
  interfaces: readonly NetworkInterface[],
  routes: readonly DefaultRoute[],
): { readonly chosen: NetworkInterface | undefined; readonly gateway: string } {
  const routed = routes.flatMap((route) => interfaces.find(({ name }) => name === route.device) ?? []);
  const chosen =
    routed.find(({ carrier }) => carrier !== 'tunnel') ?? interfaces.find(isGround) ?? routed[0] ?? interfaces[0];
  return { chosen, gateway: routes.find(({ device }) => device === chosen?.name)?.gateway ?? '' };
}

interface NetworkSources {
  readonly interfaces: () => readonly NetworkInterface[];
  readonly routes: () => Promise<readonly DefaultRoute[]>;
}

const systemSources: NetworkSources = { interfaces: () => listInterfaces(), routes: readDefaultRoutes };

/** The network of the interface that says where the device is. `readLink` takes the name of an interface. */
export async function readDefaultRouteNetwork(
  readLink: (name: string) => Promise<ConnectionMedium | undefined>,
  { interfaces, routes }: NetworkSources = systemSources,
): Promise<NetworkInfo> {
  const { chosen, gateway } = chooseInterface(interfaces(), await routes());
  return {
    ip: chosen?.ip ?? '',
    netmask: chosen?.netmask ?? '',
    gateway,
    dns: joinFitting(getServers(), ', ', MAX_TEXT),
    mac: chosen?.mac ?? '',
    link: chosen && (await readLink(chosen.name)),
  };
}

/** Reads the network again and again. While only a tunnel has an address, the card is the last one that had. */
export function createNetworkReader(
  readLink: (name: string) => Promise<ConnectionMedium | undefined>,
  sources: NetworkSources = systemSources,
): () => Promise<NetworkInfo> {
  let lastMac = '';
  return async () => {
    const network = await readDefaultRouteNetwork(readLink, sources);
    lastMac = network.mac || lastMac;
    return { ...network, mac: lastMac };
  };
}
