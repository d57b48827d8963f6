import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { HardwareId } from '@vigil/shared/contract/hardware';
import { isCardAddress } from '@vigil/shared/contract/mac-address';
import si from 'systeminformation';
import { withFallback } from './async-cache.ts';
import { digestHardwareId } from './hardware-digest.ts';

/**
 * The number of the board (SMBIOS; serial number of a Mac), which a copied disk does not carry along, unlike the
 * machine ID of the operating system. On Linux only root may read it; without it a built-in network adapter counts.
 */
export async function readHardwareId(): Promise<HardwareId | null> {
  const board = (await withFallback(si.uuid(), null))?.hardware ?? '';
  return digestHardwareId(board, process.platform === 'linux' ? readBuiltInMac() : '');
}

const NETWORK = '/sys/class/net';
/** The kernel's word for an address that is that of the adapter (`NET_ADDR_PERM`); others are set or random. */
const PERMANENT = '0';

/** The lowest permanent address of the adapters inside: those at a USB port come and go with a docking station. */
export function readBuiltInMac(folder = NETWORK): string {
  const adapters = withoutFailure(() => readdirSync(folder), []);
  const addresses = adapters.flatMap((name) => {
    const read = (file: string) => readFileSync(join(folder, name, file), 'utf8').trim();
    return withoutFailure(() => {
      const bus = basename(readlinkSync(join(folder, name, 'device', 'subsystem')));
      const address = read('address');
      return bus === 'usb' || read('addr_assign_type') !== PERMANENT || !isCardAddress(address) ? [] : [address];
    }, []);
  });
  return addresses.toSorted()[0] ?? '';
}

function withoutFailure<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
