import { networkInterfaces } from 'node:os';
import wakeOnLan from 'wake_on_lan';

/** 255.255.255.255 is sent on one interface only; the broadcast address of each network reaches all of them. */
export function broadcastAddresses(interfaces = networkInterfaces()): string[] {
  const own = Object.values(interfaces)
    .flatMap((infos) => infos ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address, netmask }) => broadcastOf(address, netmask));
  return [...new Set([...own, '255.255.255.255'])];
}

function broadcastOf(address: string, netmask: string): string {
  const mask = netmask.split('.').map(Number);
  return address
    .split('.')
    .map((part, index) => Number(part) | (~(mask[index] ?? 255) & 255))
    .join('.');
}

export interface MagicPacketDestination {
  addresses?: readonly string[];
  port?: number;
}

/** Sends the magic packet to every network of the device; rejects when it could be sent to none. */
export async function sendMagicPacket(
  mac: string,
  { addresses = broadcastAddresses(), port = 9 }: MagicPacketDestination = {},
): Promise<void> {
  const sent = await Promise.allSettled(addresses.map((address) => sendTo(mac, address, port)));
  const failed = sent.find((one) => one.status === 'rejected');
  if (failed && sent.every((one) => one.status === 'rejected')) throw failed.reason;
}

const sendTo = (mac: string, address: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    // The library strips only the separator that it finds at the third place, so all are stripped here.
    const plain = mac.replaceAll(/[:-]/g, '');
    wakeOnLan.wake(plain, { address, port }, (error) => (error ? reject(error) : resolve()));
  });
