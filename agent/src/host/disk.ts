import { statfs } from 'node:fs/promises';
import { percentOf, toMegabytes } from './percent.ts';

const systemDisk = () => (process.platform === 'win32' ? `${process.env['SystemDrive'] ?? 'C:'}\\` : '/');

/** The disk that holds the system; the share is of what users may fill, as `df` counts it. */
export async function readDisk() {
  const { bsize, blocks, bfree, bavail } = await statfs(systemDisk());
  const used = (blocks - bfree) * bsize;
  return {
    hdd_usage: percentOf(used, used + bavail * bsize),
    hdd_capacity: toMegabytes(blocks * bsize),
    hdd_uses: toMegabytes(used),
  };
}
