import type { NetworkLimit } from '../contract/names.ts';
import { addressRange, sortableAddressText, isInRanges, mergeRanges, type MergedRanges } from './ip-addresses.ts';

/** The addresses from which a company's users may connect. */
export interface NetworkPolicy {
  /** Whether addresses outside private networks are admitted. */
  readonly external: boolean;
  /** With `block` the ranges are refused, otherwise only they are admitted. Null without rules. */
  readonly ip: { readonly block: boolean; readonly ranges: MergedRanges } | null;
}

export const UNRESTRICTED_NETWORK_POLICY: NetworkPolicy = { external: true, ip: null };

/** Why an address is refused, with the names of the sign-in reply (spec 1 §8). */
export type NetworkDenial = NetworkLimit;

/** The limits by which a policy may refuse addresses. */
export function networkLimitsOf({ external, ip }: NetworkPolicy): NetworkLimit[] {
  const listed: readonly NetworkLimit[] = ip === null ? [] : [ip.block ? 'ip_block' : 'ip_allow'];
  return [...(external ? [] : (['external_access'] as const)), ...listed];
}

const subnets = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
];
const rangesOf = (texts: readonly string[]): MergedRanges =>
  mergeRanges(texts.map((subnet) => addressRange(subnet)).filter((range) => range !== null));

const privateRanges = rangesOf(subnets);
const loopbackRanges = rangesOf(['127.0.0.0/8', '::1']);

/** What an address itself says about its network. */
export type AddressKind = 'loopback' | 'private' | 'public' | 'unknown';

export function addressKindOf(address: string): AddressKind {
  const comparable = sortableAddressText(address);
  if (comparable === null) return 'unknown';
  if (isInRanges(comparable, loopbackRanges)) return 'loopback';
  return isInRanges(comparable, privateRanges) ? 'private' : 'public';
}

/** @returns null when the address is admitted. An address that cannot be parsed is outside every range. */
export function networkDenial(address: string, { external, ip }: NetworkPolicy): NetworkDenial | null {
  if (external && ip === null) return null;
  const comparable = sortableAddressText(address) ?? '';
  if (!external && !isInRanges(comparable, privateRanges)) return 'external_access';
  if (ip === null) return null;
  const listed = isInRanges(comparable, ip.ranges);
  if (ip.block) return listed ? 'ip_block' : null;
  return listed ? null : 'ip_allow';
}
