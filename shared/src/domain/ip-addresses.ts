import ipaddr from 'ipaddr.js';

const { IPv4, IPv6 } = ipaddr;

/** How the comparable form of each IPv4 address begins. */
const IPV4_MAPPED = `${'0'.repeat(20)}ffff`;

/** First and last address, comparable. */
export type AddressRange = [first: string, last: string];

// IPv4 as the mapped IPv6 address, so that both spellings of one address are the same.
const comparable = (address: ipaddr.IPv4 | ipaddr.IPv6): string =>
  (address instanceof IPv4 ? address.toIPv4MappedAddress() : address)
    .toByteArray()
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** An address as 32 hexadecimal digits that compare as the addresses do; null when the text is no address. */
export function comparableAddress(text: string): string | null {
  const plain = text.trim().replace(/%.*$/u, '');
  // The parser also reads `1.2.3` and octal digits, which mean different addresses to different programs.
  if (IPv4.isValidFourPartDecimal(plain)) return comparable(IPv4.parse(plain));
  return IPv6.isValid(plain) ? comparable(IPv6.parse(plain)) : null;
}

function subnetRange(subnet: string): AddressRange | null {
  const family = subnet.includes(':') ? IPv6 : IPv4;
  if (!IPv6.isValidCIDR(subnet) && !IPv4.isValidCIDRFourPartDecimal(subnet)) return null;
  return [comparable(family.networkAddressFromCIDR(subnet)), comparable(family.broadcastAddressFromCIDR(subnet))];
}

/** What a rule covers: one address, a subnet (`10.0.0.0/8`), or a range; null when it is none of them. */
export function addressRange(start: string, end?: string | null): AddressRange | null {
  if (start.includes('/')) return end ? null : subnetRange(start);
  const first = comparableAddress(start);
  const last = end ? comparableAddress(end) : first;
  return first && last && first <= last ? [first, last] : null;
}

/**
 * What limits count as one client: an IPv4 address, or the 64 bits of an IPv6 network, since a client has a whole network
 * of addresses there. Spellings do not matter; a text that is no address counts as itself.
 */
export function clientNetwork(address: string): string {
  const digits = comparableAddress(address);
  if (digits === null) return address;
  return digits.startsWith(IPV4_MAPPED) ? digits : digits.slice(0, 16);
}

export const isWithin = (address: string, ranges: readonly AddressRange[]): boolean =>
  ranges.some(([first, last]) => first <= address && address <= last);
