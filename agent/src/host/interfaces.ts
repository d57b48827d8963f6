import { existsSync } from 'node:fs';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { join } from 'node:path';
import { cardAddressOf } from '@vigil/shared/contract/mac-address';

/**
 * What carries an interface, the most trustworthy first: only a card has an address that stays and that wakes the
 * device.
 */
const carriers = ['card', 'other', 'virtual', 'tunnel'] as const;
type Carrier = (typeof carriers)[number];

/** An interface with its address in the network. */
export interface NetworkInterface {
  readonly name: string;
  readonly carrier: Carrier;
  readonly ip: string;
  readonly netmask: string;
  /** In capital letters; '' for a tunnel, and where there is none. */
  readonly mac: string;
}

/** Names of bridges, containers, virtual machines and their cards, on all systems. */
const VIRTUAL =
  /^(?:docker|br-|virbr|veth|vnet|lxc|lxd|incusbr|podman|cni|flannel|cali|cilium|vmnet|vboxnet|bridge|dummy|macvtap|awdl|llw|ap\d|anpi)|vethernet|virtualbox|vmware|hyper-v|wsl/iu;
/** Names of tunnels, on all systems. */
const TUNNEL =
  /^(?:tun|tap|utun|ppp|wg|zt|tailscale|ipsec|gif|stf|sit|gre|gretap|erspan|ip6tnl|ip_vti|nordlynx|proton|cscotun|gpd)|openvpn|wireguard|wintun|tap-windows|anyconnect|globalprotect|fortinet|pulse secure|zerotier|\bvpn\b/iu;
/** The adapters that OpenVPN adds to Windows begin with it. */
const TAP_WINDOWS = '00:FF:';

function carrierOf(name: string, mac: string, root: string): Carrier {
  if (mac === '' || mac.startsWith(TAP_WINDOWS) || TUNNEL.test(name)) return 'tunnel';
  const folder = join(root, name);
  if (existsSync(join(folder, 'tun_flags'))) return 'tunnel';
  if (existsSync(join(folder, 'bridge')) || VIRTUAL.test(name)) return 'virtual';
  return existsSync(join(folder, 'device')) ? 'card' : 'other';
}

const isLinkLocal = (address: string): boolean => /^fe[89ab]/iu.test(address) || address.startsWith('169.254.');

/** IPv4 before IPv6, and addresses of the link only where there are no others. */
const rankOf = ({ family, address }: NetworkInterfaceInfo): number =>
  (isLinkLocal(address) ? 2 : 0) + (family === 'IPv4' ? 0 : 1);

/** The interfaces with an address, physical cards first, else in the order of the system. */
export function listInterfaces(
  found: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
  root = '/sys/class/net',
): NetworkInterface[] {
  const all = Object.entries(found).flatMap(([name, infos = []]): NetworkInterface[] => {
    const [best] = infos.filter(({ internal }) => !internal).toSorted((a, b) => rankOf(a) - rankOf(b));
    if (!best) return [];
    const mac = cardAddressOf(best.mac)?.toUpperCase() ?? '';
    const carrier = carrierOf(name, mac, root);
    return [{ name, carrier, ip: best.address, netmask: best.netmask, mac: carrier === 'tunnel' ? '' : mac }];
  });
  return all.toSorted((a, b) => carriers.indexOf(a.carrier) - carriers.indexOf(b.carrier));
}
