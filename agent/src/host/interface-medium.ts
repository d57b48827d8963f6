import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionMedium } from '@vigil/shared/contract/names';
import si from 'systeminformation';
import { withFallback } from './async-cache.ts';

const LINUX_INTERFACES = '/sys/class/net';
/** ARPHRD_ETHER of the kernel; tunnels and loopback interfaces have other numbers. */
const ETHERNET = '1';

/** Whether an interface of Linux is wired; undefined for tunnels and others that are neither. */
export function readLinuxInterfaceMedium(name: string, root = LINUX_INTERFACES): ConnectionMedium | undefined {
  const folder = join(root, name);
  if (existsSync(join(folder, 'wireless')) || existsSync(join(folder, 'phy80211'))) return 'wireless';
  try {
    return readFileSync(join(folder, 'type'), 'utf8').trim() === ETHERNET ? 'wired' : undefined;
  } catch {
    return undefined;
  }
}

async function readOtherLink(name: string): Promise<ConnectionMedium | undefined> {
  const found = await withFallback(si.networkInterfaces(), []);
  const type = [found].flat().find(({ iface, ifaceName }) => iface === name || ifaceName === name)?.type;
  return type === 'wired' || type === 'wireless' ? type : undefined;
}

/**
 * Tells whether an interface is wired. Asked of the system once for each interface in a row: it starts child processes
 * there.
 */
export function createInterfaceMediumReader(
  platform: NodeJS.Platform = process.platform,
): (name: string) => Promise<ConnectionMedium | undefined> {
  let last: { name: string; link: Promise<ConnectionMedium | undefined> } | null = null;
  return (name) => {
    if (last?.name === name) return last.link;
    const link = platform === 'linux' ? Promise.resolve(readLinuxInterfaceMedium(name)) : readOtherLink(name);
    last = { name, link };
    return link;
  };
}
