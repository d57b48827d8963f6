import { expect, test } from 'vitest';
import { commandArgs } from './command.ts';
import { cardAddressOf, isCardAddress } from './mac-address.ts';

test.each(['3C:52:82:10:20:30', '02:00:00:00:00:01', '00-11-22-33-44-55', '00:00:00:00:00:01'])(
  '%s is a card',
  (mac) => {
    expect(isCardAddress(mac)).toBe(true);
    expect(commandArgs.wol.safeParse({ mac_addr: mac, target_device_pk: 1 }).success).toBe(true);
  },
);

test.each([
  '',
  '00:00:00:00:00:00',
  '00-00-00-00-00-00',
  'FF:FF:FF:FF:FF:FF',
  '01:00:5E:00:00:01',
  '33:33:00:00:00:01',
  'garbage',
  '3C:52:82:10:20',
  '3C:52:82:10:20:30:40',
  null,
])('%j is no card, and is never in a command', (mac) => {
  expect(cardAddressOf(mac)).toBeNull();
  expect(commandArgs.wol.safeParse({ mac_addr: mac, target_device_pk: 1 }).success).toBe(false);
});
