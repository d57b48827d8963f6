import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Which receivers a webhook may reach beside those of the internet. */
export interface AddressRules {
  /** Whether the name or address of a URL is named in WEBHOOK_ALLOW: it may be private, and need not have https. */
  readonly isAllowedHost: (host: string) => boolean;
  /** Whether a connection to an address may be made. */
  readonly isAllowedAddress: (address: string) => boolean;
}

/** An IPv4 address inside an IPv6 one is that IPv4 address. */
const parse = (address: string): ipaddr.IPv4 | ipaddr.IPv6 => ipaddr.process(address);

const ownAddresses = (): Set<string> =>
  new Set(
    Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => parse(address).toString()) ?? []),
  );

const isRange = (entry: string): boolean => ipaddr.isValidCIDR(entry) || isIP(entry) !== 0;

/**
 * Everything but plain addresses of the internet is refused: private, link-local, loopback, shared and reserved ones,
 * tunnels whose end is another address, and those of this computer.
 * @param allowed names, addresses and ranges as `10.1.0.0/16`
 */
export function createAddressRules(allowed: readonly string[]): AddressRules {
  const ranges = allowed
    .filter(isRange)
    .map((entry) => ipaddr.parseCIDR(entry.includes('/') ? entry : `${entry}/${isIP(entry) === 4 ? 32 : 128}`));
  const names = new Set(allowed.filter((entry) => !isRange(entry)).map((name) => name.toLowerCase()));
  const isInRanges = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
    ranges.some(([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never));
  return {
    isAllowedHost: (host) => names.has(host.toLowerCase()) || (isIP(host) !== 0 && isInRanges(parse(host))),
    isAllowedAddress: (address) => {
      const parsed = parse(address);
      return isInRanges(parsed) || (parsed.range() === 'unicast' && !ownAddresses().has(parsed.toString()));
    },
  };
}
