import { freemem, totalmem } from 'node:os';
import si from 'systeminformation';
import { percentOf, toMegabytes } from './percent.ts';

/**
 * Memory that programs hold: what is neither free nor given back at once when asked for. Node reads `MemAvailable`
 * on Linux and the available memory on Windows; on macOS it knows only what is wholly unused, which says little.
 */
export async function readMemory() {
  const total = totalmem();
  const available = process.platform === 'darwin' ? (await si.mem()).available : freemem();
  const used = Math.max(0, total - available);
  return {
    memory_usage: percentOf(used, total),
    memory_capacity: toMegabytes(total),
    memory_uses: toMegabytes(used),
  };
}
