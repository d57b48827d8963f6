import { access, constants, statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import si from 'systeminformation';

/** Percent with two decimals, as in the contract; `null` when the whole is unknown. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.min(100, Math.max(0, Math.round((part / whole) * 10_000) / 100)) : null;

const MEGABYTE = 1_048_576;

const toMegabytes = (bytes: number): number => Math.round(bytes / MEGABYTE);

/**
 * Node reads `MemAvailable` on Linux and the available memory on Windows; on macOS only pages that are wholly unused.
 */
const availableMemory = async () => (process.platform === 'darwin' ? (await si.mem()).available : freemem());

export const noMemoryUsage = { memory_usage: null, memory_capacity: null, memory_uses: null };

/** Memory that programs hold: memory that is neither free nor reclaimable at once. */
export async function readMemoryUsage() {
  const total = totalmem();
  const used = Math.max(0, total - (await availableMemory()));
  return {
    memory_usage: percentOf(used, total),
    memory_capacity: toMegabytes(total),
    memory_uses: toMegabytes(used),
  };
}

/**
 * Where a system keeps what changes, the first that is writable: systems with images mount their root read-only, where
 * it is always full. On most systems all of them are one volume.
 */
export const dataFolders: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/var', '/sysroot', '/'],
  darwin: ['/System/Volumes/Data', '/'],
  win32: [`${process.env['SystemDrive'] ?? 'C:'}\\`],
};

/** File systems that cannot be written, and those in memory (`linux/magic.h`). */
const NO_DISKS = new Set([0x73_71_73_68, 0xe0_f5_e1_e2, 0x96_60, 0x28_cd_3d_45, 0x01_02_19_94, 0x85_84_58_f6]);

/** A user without the right to write says nothing of the volume. */
const isReadOnly = (folder: string, check: typeof access): Promise<boolean> =>
  check(folder, constants.W_OK).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'EROFS',
  );

export const noDiskUsage = { hdd_usage: null, hdd_capacity: null, hdd_uses: null };

/** The volume with the data; the percentage is of the space available to users, as `df` computes it. */
export async function readSystemDiskUsage(folders = dataFolders[process.platform] ?? ['/'], check = access) {
  for (const folder of folders) {
    const found = await statfs(folder).catch(() => null);
    if (found === null || found.blocks === 0 || NO_DISKS.has(found.type) || (await isReadOnly(folder, check))) continue;
    const { bsize, blocks, bfree, bavail } = found;
    const used = (blocks - bfree) * bsize;
    return {
      hdd_usage: percentOf(used, used + bavail * bsize),
      hdd_capacity: toMegabytes(blocks * bsize),
      hdd_uses: toMegabytes(used),
    };
  }
  return noDiskUsage;
}
