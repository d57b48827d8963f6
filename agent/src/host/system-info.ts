import { arch, release, type } from 'node:os';
import type { OsId } from '@vigil/shared/contract/device';
import si from 'systeminformation';
import { fieldText } from '../field-text.ts';
import { withFallback } from './async-cache.ts';

/** System information that does not change while the device runs. */
export interface StaticSystemInfo {
  user_os_str: string;
  bios: string;
  processor: string;
}

const osIds: Partial<Record<NodeJS.Platform, OsId>> = { win32: 1, linux: 2, darwin: 3, android: 4 };

export const currentOsId = (): OsId => osIds[process.platform] ?? 0;

/** The longest text that the contract allows in one field. */
const MAX_TEXT = 300;

const joined = (...parts: readonly (string | undefined)[]): string =>
  fieldText(parts.filter((part) => part !== undefined && part !== '' && part !== 'unknown').join(' '), MAX_TEXT);

const macNames = (distro: string) => (distro === 'Darwin' ? 'macOS' : distro);

export async function readStaticSystemInfo(): Promise<StaticSystemInfo> {
  const [os, bios, cpu] = await Promise.all([
    withFallback(si.osInfo(), null),
    withFallback(si.bios(), null),
    withFallback(si.cpu(), null),
  ]);
  return {
    user_os_str: os
      ? joined(macNames(os.distro), os.release, os.codename && `(${os.codename})`, os.arch)
      : joined(type(), release(), arch()),
    bios: bios ? joined(bios.vendor, bios.version, bios.releaseDate) : '',
    processor: cpu ? `${joined(cpu.manufacturer, cpu.brand)} (${cpu.cores} cores)` : '',
  };
}
