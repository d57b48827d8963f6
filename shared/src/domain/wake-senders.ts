import type { OsId } from '../contract/device.ts';
import type { DevicePk } from '../contract/ids.ts';
import { isCardAddress } from '../contract/mac-address.ts';
import type { ConnectionMedium } from '../contract/names.ts';
import type { ProblemCode } from '../contract/problems.ts';
import { ipv4NetworkCidr } from './ip-addresses.ts';
import { showsDetails } from './visible-parts.ts';

/** A device, as far as it can be woken or wake others. */
export interface WakeDevice {
  readonly pk: DevicePk;
  readonly alias: string;
  readonly osId: OsId;
  readonly approval: 0 | 1;
  readonly macAddr: string | null;
  readonly link: ConnectionMedium | null;
  /** The address with which it reaches the server. */
  readonly publicIp: string | null;
  readonly privateIp: string | null;
  readonly netmask: string | null;
  readonly gateway: string | null;
}

/**
 * When a packet of a sender was last followed by the start of a device, in milliseconds since 1970; undefined if never.
 */
export type LastWakeSuccessOf = (sender: DevicePk) => number | undefined;

/** How many devices send the packet: one of them may be misconfigured, or be on another segment of the network. */
export const MAX_WAKE_SENDERS = 3;

/** Windows, Linux, macOS. Apps on phones cannot send the packet from the background. */
export const senderSystems: readonly OsId[] = [1, 2, 3];
/** Android, iOS: they have nothing that waits for the packet. */
const phones: readonly OsId[] = [4, 5];

/**
 * What the devices of one network have in common: its public address, with the network of the private address or the
 * gateway. A device of which neither is known has no neighbours. Nor has one whose address is that of a tunnel: devices
 * behind one exit of a VPN share its public address and its network, and no packet reaches from one to the other.
 */
function networksOf({ publicIp, privateIp, netmask, gateway, macAddr }: WakeDevice): string[] {
  if (!publicIp || (macAddr && !isCardAddress(macAddr))) return [];
  const network = privateIp && netmask ? ipv4NetworkCidr(privateIp, netmask) : null;
  return [
    ...(network === null ? [] : [`${publicIp} in ${network}`]),
    ...(gateway ? [`${publicIp} behind ${gateway}`] : []),
  ];
}

const rankOf = ({ link }: WakeDevice): number => (link === 'wired' ? 0 : link === null ? 1 : 2);

/** The senders of a device, the best first; at most so many if a number is given. */
export type SenderFinder<Device> = (sleeper: WakeDevice, atMost?: number) => Device[];

/**
 * Finds who can wake a device, among `candidates` that are online: desktop systems that are approved and on its
 * network. Wired ones first, because a wireless network often keeps broadcasts back; of these the one whose packet last
 * woke a device, then by name. They are sorted once, so that a network of thousands of devices takes no longer for each
 * of them.
 */
export function createSenderFinder<Device extends WakeDevice>(
  candidates: readonly Device[],
  provenAt: LastWakeSuccessOf,
): SenderFinder<Device> {
  const proven = ({ pk }: Device) => provenAt(pk) ?? 0;
  const senders = candidates
    .filter((device) => showsDetails(device) && senderSystems.includes(device.osId))
    .toSorted(
      (a, b) => rankOf(a) - rankOf(b) || proven(b) - proven(a) || a.alias.localeCompare(b.alias, 'en') || a.pk - b.pk,
    );
  /** Positions in `senders`. */
  const byNetwork = new Map<string, number[]>();
  for (const [position, sender] of senders.entries()) {
    for (const network of networksOf(sender)) {
      const own = byNetwork.get(network);
      if (own) own.push(position);
      else byNetwork.set(network, [position]);
    }
  }
  return (sleeper, atMost = Infinity) => {
    // The sleeper itself may be one of them.
    const first = networksOf(sleeper).flatMap((network) => byNetwork.get(network)?.slice(0, atMost + 1) ?? []);
    return [...new Set(first)]
      .toSorted((a, b) => a - b)
      .flatMap((position) => senders[position] ?? [])
      .filter(({ pk }) => pk !== sleeper.pk)
      .slice(0, atMost);
  };
}

/** Whether a device can be woken at all, by any sender. */
export const canBeWoken = ({ macAddr, osId }: Pick<WakeDevice, 'macAddr' | 'osId'>): boolean =>
  isCardAddress(macAddr) && !phones.includes(osId);

/** Why a device cannot be woken now, or null. */
export function wakeProblem(device: WakeDevice, senders: readonly WakeDevice[]): ProblemCode | null {
  if (!showsDetails(device)) return 'device_not_approved';
  if (!canBeWoken(device)) return 'mac_unknown';
  return senders.length === 0 ? 'no_neighbour' : null;
}
