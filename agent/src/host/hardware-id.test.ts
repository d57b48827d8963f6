import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestHardwareId } from './hardware-digest.ts';
import { readBuiltInMac } from './hardware-id.ts';

test('the board tells computers apart, and is not sent itself', () => {
  const board = '4c4c4544-0051-3510-8052-b4c04f564231';
  expect(digestHardwareId(board, 'mac')).toMatch(/^[0-9a-f]{32}$/);
  expect(digestHardwareId(board, 'mac')).toBe(digestHardwareId(` ${board.toUpperCase()}\n`, 'other'));
  expect(digestHardwareId(board)).not.toBe(digestHardwareId(board.replace('4231', '4232')));
});

test.each([
  '',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '03000200-0400-0500-0006-000700080009',
  'Not Settable',
  'To be filled by O.E.M.',
])('a number that boards share (%s) counts as none', (board) => {
  expect(digestHardwareId(board)).toBeNull();
  expect(digestHardwareId(board, '52:54:00:12:34:56')).toBe(digestHardwareId('52:54:00:12:34:56'));
});

test('of the network adapters those count that are built in and have their own address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-adapters-'));
  const add = (name: string, address: string, { bus, assigned = '0' }: { bus?: string; assigned?: string }) => {
    mkdirSync(join(folder, name, 'device'), { recursive: true });
    writeFileSync(join(folder, name, 'address'), `${address}\n`);
    writeFileSync(join(folder, name, 'addr_assign_type'), `${assigned}\n`);
    if (bus) symlinkSync(`../../../../bus/${bus}`, join(folder, name, 'device', 'subsystem'));
  };
  try {
    expect(readBuiltInMac(folder)).toBe('');
    add('lo', '00:00:00:00:00:00', {});
    add('docker0', '02:42:00:00:00:01', { assigned: '3' });
    add('dock', '00:00:00:00:00:01', { bus: 'usb' });
    add('random', '00:00:00:00:00:02', { bus: 'pci', assigned: '1' });
    expect(readBuiltInMac(folder)).toBe('');
    add('wifi', 'b0:00:00:00:00:02', { bus: 'pci' });
    add('lan', 'a0:00:00:00:00:01', { bus: 'virtio' });
    expect(readBuiltInMac(folder)).toBe('a0:00:00:00:00:01');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  '00020003-0004-0005-0006-000700080009',
  'System Serial Number',
  'Chassis Serial Number',
  'To Be Filled By O.E.M.',
  'O.E.M.',
  'N/A',
  'Unknown',
  '1111111',
  '123456789',
])('%s is on many boards, and is no identity', (board) => {
  expect(digestHardwareId(board)).toBeNull();
  expect(digestHardwareId(board, 'PF2X9K1B')).toBe(digestHardwareId('PF2X9K1B'));
});
