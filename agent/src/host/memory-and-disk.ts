import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import si from 'systeminformation';

/** Percent with two decimals, as in the contract; `null` when the whole is unknown. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.min(100, Math.max(0, Math.round((part / whole) * 10_000) / 100)) : null;

const MEGABYTE = 1_048_576;

const toMegabytes = (bytes: number): number => Math.round(bytes / MEGABYTE);

/** Node reads `MemAvailable` on Linux and the available memory on Windows; on macOS only pages that are wholly unused. */
const availableMemory = async () => (process.platform === 'darwin' ? (await si.mem()).available : freemem());

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

const systemDisk = () => (process.platform === 'win32' ? `${process.env['SystemDrive'] ?? 'C:'}\\` : '/');

/** The disk that holds the system; the percentage is of the space available to users, as `df` computes it. */
export async function readSystemDiskUsage() {
  const { bsize, blocks, bfree, bavail } = await statfs(systemDisk());
  const used = (blocks - bfree) * bsize;
  return {
    hdd_usage: percentOf(used, used + bavail * bsize),
    hdd_capacity: toMegabytes(blocks * bsize),
    hdd_uses: toMegabytes(used),
  };
}
