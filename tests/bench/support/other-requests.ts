import { listGroups } from '@vigil/shared/contract/http/groups';
import { listUsers } from '@vigil/shared/contract/http/users';
import type { Client } from '../../support/client.ts';
import type { Stack } from '../../support/stack.ts';
import { percentile, round } from './report.ts';

/** Durations in milliseconds. */
export interface Durations {
  readonly requests: number[];
  readonly signIns: number[];
}

/** Durations of requests of a console, and of sign-ins, one after the other, until it is over. */
export async function otherRequests(
  { stack, client }: { stack: Stack; client: Client },
  isOver: () => boolean,
): Promise<Durations> {
  const requests: number[] = [];
  const signIns: number[] = [];
  const timed = async (times: number[], work: () => Promise<unknown>) => {
    const since = performance.now();
    await work();
    times.push(performance.now() - since);
  };
  for (let n = 0; !isOver(); n += 1) {
    await timed(requests, () => client.call(n % 2 === 0 ? listUsers : listGroups));
    if (n % 20 === 0) await timed(signIns, () => stack.signIn());
  }
  return { requests, signIns };
}

export const spread = (times: readonly number[]): string =>
  `p50 ${round(percentile(times, 0.5), 1)} ms, p99 ${round(percentile(times, 0.99), 1)} ms of ${times.length}`;
