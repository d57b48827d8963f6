const V4_PREFIX = '0'.repeat(20) + 'ffff';
const DIGITS = 32;

function bytesOfV4(text: string): number[] | null {
  const parts = text.split('.');
  const isByte = (part: string) => /^(?:0|[1-9]\d{0,2})$/u.test(part) && Number(part) <= 255;
  return parts.length === 4 && parts.every(isByte) ? parts.map(Number) : null;
}

const hexOf = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');

function hexOfV6(text: string): string | null {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return null;
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const missing = 8 - first.length - last.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const all = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  return all.every((group) => /^[\da-f]{1,4}$/iu.test(group))
    ? all.map((group) => group.toLowerCase().padStart(4, '0')).join('')
    : null;
}

/**
 * An address as 32 hexadecimal digits that compare as the addresses do; IPv4 as the mapped IPv6 address, so that both
 * spellings of one address are the same. Null for what is none.
 */
export function comparableAddress(text: string): string | null {
  const plain = text.trim().replace(/%.*$/u, '');
  const v4 = bytesOfV4(plain.replace(/^::ffff:(?=\d+\.)/iu, ''));
  return v4 ? V4_PREFIX + hexOf(v4) : hexOfV6(plain);
}

/** First and last address, comparable. */
export type AddressRange = [first: string, last: string];

function rangeOfSubnet(address: string, bits: number, isV4: boolean): AddressRange {
  const kept = BigInt(isV4 ? bits + 96 : bits);
  const free = (1n << (128n - kept)) - 1n;
  const value = BigInt(`0x${address}`);
  const text = (number: bigint) => number.toString(16).padStart(DIGITS, '0');
  return [text(value & ~free), text(value | free)];
}

/** What a rule covers: one address, a subnet (`10.0.0.0/8`), or a range; null for what is none of them. */
export function addressRange(start: string, end?: string | null): AddressRange | null {
  const [address = '', prefix, ...more] = start.split('/');
  const first = comparableAddress(address);
  if (!first || more.length > 0) return null;
  if (end != null && end !== '') {
    const last = comparableAddress(end);
    return prefix === undefined && last && first <= last ? [first, last] : null;
  }
  if (prefix === undefined) return [first, first];
  const isV4 = !address.includes(':');
  const bits = /^\d{1,3}$/u.test(prefix) ? Number(prefix) : -1;
  return bits >= 0 && bits <= (isV4 ? 32 : 128) ? rangeOfSubnet(first, bits, isV4) : null;
}

export const isWithin = (address: string, ranges: readonly AddressRange[]): boolean =>
  ranges.some(([first, last]) => first <= address && address <= last);
