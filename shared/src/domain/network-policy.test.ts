import { expect, test } from 'vitest';
import { addressRange, sortableAddressText, mergeRanges, type MergedRanges } from './ip-addresses.ts';
import {
  UNRESTRICTED_NETWORK_POLICY,
  networkDenial,
  networkLimitsOf,
  addressKindOf,
  type NetworkPolicy,
} from './network-policy.ts';

const ranges = (...rules: readonly (readonly [string, string?])[]): MergedRanges =>
  mergeRanges(rules.map(([start, end]) => addressRange(start, end)).filter((range) => range !== null));
const block = (...rules: readonly (readonly [string, string?])[]): NetworkPolicy => ({
  external: true,
  ip: { block: true, ranges: ranges(...rules) },
});
const allow = (...rules: readonly (readonly [string, string?])[]): NetworkPolicy => ({
  external: true,
  ip: { block: false, ranges: ranges(...rules) },
});

test.each(['1.2.3', '1.2.3.256', '01.2.3.4', '1::2::3', 'host', '', '1:2:3:4:5:6:7:8:9', '::g'])(
  '%o is no address',
  (text) => {
    expect(sortableAddressText(text)).toBeNull();
  },
);

test('spellings of the same address are equal', () => {
  expect(sortableAddressText('::ffff:10.0.0.1')).toBe(sortableAddressText('10.0.0.1'));
  expect(sortableAddressText('2001:DB8::1')).toBe(sortableAddressText('2001:db8:0:0:0:0:0:1'));
  expect(sortableAddressText('fe80::1%eth0')).toBe(sortableAddressText('fe80::1'));
});

test.each([
  ['10.0.0.0/33', undefined],
  ['10.0.0.0/8', '10.0.0.9'],
  ['10.0.0.9', '10.0.0.1'],
  ['10.0.0.0/8/8', undefined],
  ['10.0.0.1', 'x'],
  ['0.0.0.0/0', undefined],
  ['::/0', undefined],
  ['2001:db8::/129', undefined],
  ['10.0.0.1', '2001:db8::1'],
  ['', undefined],
  ['/8', undefined],
])('%s to %s is no range', (start, end) => {
  expect(addressRange(start, end)).toBeNull();
});

test('without rules every address is admitted', () => {
  expect(networkDenial('8.8.8.8', UNRESTRICTED_NETWORK_POLICY)).toBeNull();
  expect(networkDenial('unknown', UNRESTRICTED_NETWORK_POLICY)).toBeNull();
});

test('a blocking list refuses its addresses', () => {
  const policy = block(['203.0.113.0/24'], ['198.51.100.5'], ['192.0.2.10', '192.0.2.20']);
  for (const address of [
    '203.0.113.0',
    '203.0.113.255',
    '198.51.100.5',
    '192.0.2.10',
    '192.0.2.15',
    '::ffff:192.0.2.20',
  ])
    expect([address, networkDenial(address, policy)]).toEqual([address, 'ip_block']);
  for (const address of ['203.0.114.0', '203.0.112.255', '198.51.100.6', '192.0.2.21', '2001:db8::1'])
    expect([address, networkDenial(address, policy)]).toEqual([address, null]);
});

test('an allowing list refuses all other addresses', () => {
  const policy = allow(['203.0.113.7'], ['2001:db8::/32']);
  expect(networkDenial('203.0.113.7', policy)).toBeNull();
  expect(networkDenial('2001:db8:1::2', policy)).toBeNull();
  for (const address of ['203.0.113.8', '2001:db9::', 'unknown'])
    expect([address, networkDenial(address, policy)]).toEqual([address, 'ip_allow']);
});

test('without external access only private networks are admitted', () => {
  const policy = { external: false, ip: null };
  for (const address of ['127.0.0.1', '::1', '10.1.2.3', '172.31.0.1', '192.168.1.1', 'fd00::1', '::ffff:10.0.0.1'])
    expect([address, networkDenial(address, policy)]).toEqual([address, null]);
  for (const address of ['8.8.8.8', '172.32.0.1', '2001:db8::1', 'unknown'])
    expect([address, networkDenial(address, policy)]).toEqual([address, 'external_access']);
});

test.each([
  ['127.0.0.1', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:10.1.2.3', 'private'],
  ['192.168.0.7', 'private'],
  ['fd00::1', 'private'],
  ['203.0.113.9', 'public'],
  ['2001:db8::1', 'public'],
  ['', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(addressKindOf(address)).toBe(network);
});

test('what a policy says that it refuses addresses with is what it refuses them with', () => {
  const rule = block(['203.0.113.0/24']);
  expect(networkLimitsOf(UNRESTRICTED_NETWORK_POLICY)).toEqual([]);
  expect(networkLimitsOf(rule)).toEqual([networkDenial('203.0.113.7', rule)]);
  const only = { ...allow(['203.0.113.0/24']), external: false };
  expect(networkLimitsOf(only)).toEqual([networkDenial('203.0.113.7', only), networkDenial('10.0.0.1', only)]);
});
