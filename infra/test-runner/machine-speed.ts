import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** On the usual machine, for which limits and budgets are written, 300 million additions take half a second. */
const USUAL_ADDITION_NS = 0.5e9 / 3e8;
const MEASURED_MS = 1_000;
const TICKS_PER_SECOND = 100;

/** Of one addition, in nanoseconds: as a clock on the wall shows it, and in processor time. */
export type AdditionTime = { wallNs: number; processorNs: number };

/** How many times longer than on the usual machine work takes here; below 1 on a faster one. */
export type MachineSpeed = {
  /** With what runs beside at the moment. */
  wall: number;
  /** By the processor alone. */
  processor: number;
};

/** Takes a second, in which all cores are busy. */
export async function measureMachineSpeed(): Promise<MachineSpeed> {
  const times = await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const loop = new Worker(new URL('addition-loop.ts', import.meta.url), { workerData: MEASURED_MS });
      const [time] = (await once(loop, 'message')) as [AdditionTime];
      return time;
    }),
  );
  const factorOf = (nanoseconds: readonly number[]): number =>
    nanoseconds.reduce((sum, one) => sum + one, 0) / nanoseconds.length / USUAL_ADDITION_NS;
  return {
    wall: factorOf(times.map(({ wallNs }) => wallNs)),
    processor: factorOf(times.map(({ processorNs }) => processorNs)),
  };
}

/**
 * Processor time of this process and of all its descendants that have ended, in seconds of one core; undefined where
 * the system does not tell.
 */
export function readCoreSeconds(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // utime, stime, cutime and cstime of proc(5). The name of the program before them may hold spaces.
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    return ticks.reduce((sum, one) => sum + Number(one), 0) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
