import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { percentOf } from './memory-and-disk.ts';

/** Ticks since boot, summed over all processors. */
export interface CpuTicks {
  busy: number;
  total: number;
}

/**
 * The first line of /proc/stat: user nice system idle iowait irq softirq steal (proc(5)); guest time is in user.
 * Waiting for a disk does not count as load, so the value equals 100 − id − wa of `top`.
 */
export function parseProcStat(text: string): CpuTicks {
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = text
    .slice(0, text.indexOf('\n'))
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const busy = user + nice + system + irq + softirq + steal;
  return { busy, total: busy + idle + iowait };
}

function ticksOfNode(): CpuTicks {
  const sums = { busy: 0, total: 0 };
  for (const { times } of cpus()) {
    const busy = times.user + times.nice + times.sys + times.irq;
    sums.busy += busy;
    sums.total += busy + times.idle;
  }
  return sums;
}

export function readCpuTicks(): CpuTicks {
  if (process.platform !== 'linux') return ticksOfNode();
  try {
    return parseProcStat(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return ticksOfNode();
  }
}

/** Load in percent since the previous call, by the ticks of `read`. */
export function createCpuMeter(read: () => CpuTicks = readCpuTicks): () => number | null {
  let before = read();
  return () => {
    const now = read();
    const usage = percentOf(now.busy - before.busy, now.total - before.total);
    before = now;
    return usage;
  };
}
