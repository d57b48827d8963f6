import { parentPort, workerData } from 'node:worker_threads';
import type { AdditionTime } from './machine-speed.ts';

const ROUND = 1_000_000;

function addRound(): number {
  let sum = 0;
  for (let n = 0; n < ROUND; n += 1) sum += n;
  return sum;
}

/** Adds for so many milliseconds, and answers with how long one addition took. */
function timeAdditions(limitMs: number): AdditionTime {
  const began = performance.now();
  const processor = process.threadCpuUsage();
  let rounds = 0;
  let wallMs = 0;
  for (; wallMs < limitMs; wallMs = performance.now() - began) {
    addRound();
    rounds += 1;
  }
  const { user, system } = process.threadCpuUsage(processor);
  const additions = rounds * ROUND;
  return { wallNs: (wallMs * 1e6) / additions, processorNs: ((user + system) * 1e3) / additions };
}

// The time of the compiler is not that of the additions.
timeAdditions(50);
/* oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a worker thread has no origin */
parentPort?.postMessage(timeAdditions(Number(workerData)));
