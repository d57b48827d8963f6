import ipaddr from 'ipaddr.js';

const { IPv4, IPv6 } = ipaddr;
/**
 * An IPv4 address is its number: lists of thousands of rules are mostly of these, and objects would take ten times as
 * long.
 */
type Address = number | ipaddr.IPv6;

/**
 * First and last address, comparable: the family (4 or 6) and hexadecimal digits, so that texts compare as the
 * addresses of one family do, and no range of one family holds an address of the other.
 */
export type ComparableAddressRange = [first: string, last: string];

const comparable = (address: Address): string =>
  typeof address === 'number'
    ? `4${address.toString(16).padStart(8, '0')}`
    : `6${address.parts.map((part) => part.toString(16).padStart(4, '0')).join('')}`;

const spelled = (address: Address): string =>
  typeof address === 'number'
    ? `${address >>> 24}.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${address & 255}`
    : address.toString();

/**
 * Four decimal parts without leading zeros: `1.2.3` and octal digits mean different addresses to different programs.
 */
const FOUR_PARTS = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/u;

function parseIpv4(text: string): number | null {
  const parts = FOUR_PARTS.exec(text)?.slice(1).map(Number);
  if (!parts?.every((part) => part <= 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

const numberOf = (address: ipaddr.IPv4): number => address.toByteArray().reduce((sum, byte) => sum * 256 + byte, 0);

function parseAddress(text: string): Address | null {
  const plain = text.trim().replace(/%.*$/u, '');
  const number = parseIpv4(plain);
  if (number !== null) return number;
  if (!plain.includes(':') || !IPv6.isValid(plain)) return null;
  const address = IPv6.parse(plain);
  // An IPv4 address that is written as a mapped IPv6 address is the IPv4 address.
  return address.isIPv4MappedAddress() ? numberOf(address.toIPv4Address()) : address;
}

/** An address as text whose order is that of the addresses of its family; null when the text is no address. */
export function sortableAddressText(text: string): string | null {
  const address = parseAddress(text);
  return address === null ? null : comparable(address);
}

/** The one spelling of an address, which Postgres reads as well; null when the text is no address. */
export function canonicalAddress(text: string): string | null {
  const address = parseAddress(text);
  return address === null ? null : spelled(address);
}

/** The largest network that a netmask can name: a shorter mask is a mistake, and would make all devices neighbours. */
const SHORTEST_PREFIX = 8;

/** The IPv4 network of an address, such as `10.0.0.0/24`; null when the address or the netmask is not known. */
export function ipv4NetworkCidr(address: string, netmask: string): string | null {
  if (!IPv4.isValidFourPartDecimal(address) || !IPv4.isValidFourPartDecimal(netmask)) return null;
  const prefix = IPv4.parse(netmask).prefixLengthFromSubnetMask();
  if (prefix === null || prefix < SHORTEST_PREFIX) return null;
  return `${IPv4.networkAddressFromCIDR(`${address}/${prefix}`).toString()}/${prefix}`;
}

/** What a rule covers, in the one spelling of its addresses; `end` is null for an address and for a subnet. */
export interface AddressRule {
  readonly start: string;
  readonly end: string | null;
  readonly range: ComparableAddressRange;
}

const MAPPED_BITS = 96;

function subnetRule(text: string): AddressRule | null {
  const [, before = '', digits = ''] = /^([^/]+)\/(\d{1,3})$/u.exec(text) ?? [];
  const address = parseAddress(before);
  if (address === null) return null;
  const isMapped = typeof address === 'number' && before.includes(':');
  const prefix = Number(digits) - (isMapped ? MAPPED_BITS : 0);
  const bits = typeof address === 'number' ? 32 : 128;
  if (prefix < 1 || prefix > bits) return null;
  const subnet = `${spelled(address)}/${prefix}`;
  return { start: prefix === bits ? spelled(address) : subnet, end: null, range: subnetRange(address, prefix) };
}

function subnetRange(address: Address, prefix: number): ComparableAddressRange {
  if (typeof address !== 'number') {
    const subnet = `${address.toString()}/${prefix}`;
    return [comparable(IPv6.networkAddressFromCIDR(subnet)), comparable(IPv6.broadcastAddressFromCIDR(subnet))];
  }
  const size = 2 ** (32 - prefix);
  const first = address - (address % size);
  return [comparable(first), comparable(first + size - 1)];
}

/**
 * One address, a subnet of 1 to 32 bits (IPv6: 128), or a range within one family; null when it is none of them
 * (spec 3 §5, decision 46). The range of one address is that address.
 */
export function parseAddressRule(start: string, end?: string | null): AddressRule | null {
  const [from, to] = [start.trim(), end?.trim() ?? ''];
  if (from.includes('/')) return to === '' ? subnetRule(from) : null;
  const first = parseAddress(from);
  const last = to === '' ? first : parseAddress(to);
  if (first === null || last === null) return null;
  const range: ComparableAddressRange = [comparable(first), comparable(last)];
  if (range[0].length !== range[1].length || range[0] > range[1]) return null;
  return { start: spelled(first), end: range[0] === range[1] ? null : spelled(last), range };
}

/** Why a start and an end are no rule (spec 3 §8). */
export function addressProblem(start: string, end?: string | null): 'ip_range_blank' | 'ip_range_error' | null {
  if (start.trim() === '') return 'ip_range_blank';
  return parseAddressRule(start, end) === null ? 'ip_range_error' : null;
}

export const addressRange = (start: string, end?: string | null): ComparableAddressRange | null =>
  parseAddressRule(start, end)?.range ?? null;

/**
 * What limits count as one client: an IPv4 address, or the 64 bits of an IPv6 network, since a client has a whole
 * network of addresses there. Spellings do not matter; a text that is no address counts as itself.
 */
export function clientNetwork(address: string): string {
  const text = sortableAddressText(address);
  return text?.slice(0, 17) ?? address;
}

/** What one customer of a provider has as a rule: an IPv4 address, or the 48 bits of 65,536 IPv6 networks. */
export function clientSite(address: string): string {
  const text = sortableAddressText(address);
  return text?.slice(0, 13) ?? address;
}

declare const merged: unique symbol;

/** Ranges in order that neither overlap nor touch, so that an address is found by halving. */
export type MergedRanges = readonly ComparableAddressRange[] & { readonly [merged]: true };

/** The range itself, or one that ends right before it: `last` + 1 = `first`, in hexadecimal digits of one family. */
const reaches = ([, last]: ComparableAddressRange, [first]: ComparableAddressRange): boolean =>
  first.length === last.length &&
  (first <= last || BigInt(`0x${first.slice(1)}`) - BigInt(`0x${last.slice(1)}`) === 1n);

export function mergeRanges(ranges: readonly ComparableAddressRange[]): MergedRanges {
  const result: ComparableAddressRange[] = [];
  for (const range of ranges.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))) {
    const before = result.at(-1);
    if (!before || !reaches(before, range)) result.push([...range]);
    else if (range[1] > before[1]) before[1] = range[1];
  }
  return result as readonly ComparableAddressRange[] as MergedRanges;
}

/** @param comparableForm as `sortableAddressText` writes it */
export function isInRanges(comparableForm: string, ranges: MergedRanges): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.[0] ?? '') <= comparableForm) low = middle + 1;
    else high = middle;
  }
  const [first, last] = ranges[low - 1] ?? ['', ''];
  return first <= comparableForm && comparableForm <= last && comparableForm !== '';
}
