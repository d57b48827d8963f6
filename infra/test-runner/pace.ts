import type { MachineSpeed } from './machine-speed.ts';

/** How much of a run goes on at once on this machine, and what it takes for stuck or broken. */
export type Pace = {
  /** Multiplies limits of time; at least 1. */
  limitFactor: number;
  /** Lanes of tests side by side. */
  lanes: number;
  /** Processes of tests in a lane. */
  workers: number;
  /** Checks side by side. */
  checks: number;
  /** Where more files fail, they fail for a common cause, and none of them is repeated. */
  maxRepeatedFiles: number;
  /** More flaky tests than this fail the run. */
  maxFlaky: number;
};

const SLOW = 2;
const VERY_SLOW = 4;
/** Of tests, over all lanes: more would be no faster, and stretch every wait. */
const WORKERS_PER_CORE = 3;
/** Half of a test is waiting, for a timer, a database or another process. */
const WORKERS_PER_CORE_IN_A_LANE = 1.5;

export function paceOf({ wall }: MachineSpeed, cores: number): Pace {
  const isSlow = wall >= SLOW;
  const lanes = wall >= VERY_SLOW ? 1 : isSlow ? 2 : 3;
  return {
    limitFactor: Math.max(1, wall),
    lanes,
    workers: Math.max(1, Math.floor(cores * Math.min(WORKERS_PER_CORE_IN_A_LANE, WORKERS_PER_CORE / lanes))),
    checks: isSlow ? 1 : 2,
    maxRepeatedFiles: isSlow ? Number.POSITIVE_INFINITY : 5,
    maxFlaky: isSlow ? Number.POSITIVE_INFINITY : 2,
  };
}

/** What the measured speed means for the run. */
export const paceLine = ({ wall }: MachineSpeed, { lanes, workers }: Pace): string =>
  `this machine takes ${wall.toFixed(1)} times as long as the usual one: ${lanes} lanes of ${workers}`;
