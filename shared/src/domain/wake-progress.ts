import type { CommandState } from '../contract/names.ts';
import type { ProblemCode } from '../contract/problems.ts';
import { isFinalCommandState, EFFECT_PENDING_MESSAGE, SERVER_CLOCK_TOLERANCE_MS } from './command-life.ts';

/** How long the start of a woken device is awaited after the request (decision 78). */
export const WAKE_WITHIN_MS = 5 * 60_000;

/** A wake, its senders and the device to wake. Times are in milliseconds since 1970, by the clocks of servers. */
export interface ObservedWake {
  readonly requestedAt: number;
  readonly deadline: number;
  /** The states of the orders to the senders. */
  readonly packets: readonly CommandState[];
  /** Null when the device was deleted. */
  readonly sleeper: { readonly isOnline: boolean; readonly connectedAt: number | null } | null;
  readonly now: number;
}

export type ExpectedWakeState =
  | { readonly state: 'sent' }
  | { readonly state: 'running'; readonly message: typeof EFFECT_PENDING_MESSAGE }
  | { readonly state: 'done' }
  | { readonly state: 'failed'; readonly message: ProblemCode };

/** It was offline when its start was requested. A connection since then counts, also one that is over. */
function cameOnline({ sleeper, requestedAt }: ObservedWake): boolean {
  if (!sleeper || sleeper.connectedAt === null) return false;
  return sleeper.connectedAt > requestedAt - (sleeper.isOnline ? SERVER_CLOCK_TOLERANCE_MS : 0);
}

/** The state in which a wake has to be by now, from what is stored alone; null: as it was requested. */
export function wakeStep(seen: ObservedWake): ExpectedWakeState | null {
  const { packets, sleeper, deadline, now } = seen;
  if (cameOnline(seen)) return { state: 'done' };
  if (sleeper === null) return { state: 'failed', message: 'not_found' };
  const isSent = packets.includes('done');
  if (!isSent && packets.every(isFinalCommandState)) return { state: 'failed', message: 'wake_not_sent' };
  if (now >= deadline) return { state: 'failed', message: 'effect_not_observed' };
  if (isSent) return { state: 'running', message: EFFECT_PENDING_MESSAGE };
  return packets.some((state) => state !== 'queued') ? { state: 'sent' } : null;
}
