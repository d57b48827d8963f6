import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { createAddressRules } from './webhook-address-rules.ts';

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
])('%s is refused', (address) => {
  expect(createAddressRules([]).isAllowedAddress(address)).toBe(false);
});

test('addresses of the internet are allowed, those of this computer are not', () => {
  const rules = createAddressRules([]);
  expect(['93.184.215.14', '2606:2800:21f::1'].map(rules.isAllowedAddress)).toEqual([true, true]);
  const own = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []);
  expect(own.map(rules.isAllowedAddress)).not.toContain(true);
});

test('what is named is allowed: addresses, ranges and names', () => {
  const rules = createAddressRules(['10.1.0.0/16', '127.0.0.2', 'hooks.example']);
  expect(rules.isAllowedAddress('10.1.2.3')).toBe(true);
  expect(rules.isAllowedAddress('10.2.2.3')).toBe(false);
  expect(rules.isAllowedAddress('127.0.0.2')).toBe(true);
  expect(rules.isAllowedAddress('127.0.0.1')).toBe(false);
  expect(['Hooks.example', '127.0.0.2', 'other.example'].map(rules.isAllowedHost)).toEqual([true, true, false]);
});
