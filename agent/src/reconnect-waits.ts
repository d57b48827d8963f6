import type { BackOff } from '@vigil/shared/contract/back-off';

/**
 * A gateway that restarts is back in a second, and 5,000 agents must not all ask in the same instant: five sixths of
 * each wait are random. With attempts that may take 10 s, the limit brings every agent back within 20 s.
 */
export const RECONNECT_BACK_OFF: BackOff = { firstMs: 1_200, maxMs: 8_000, factor: 3, jitter: 5 / 6 };

/** Consecutive immediate retries after refusals; further ones wait as after any failure. */
export const MAX_IMMEDIATE_RETRIES_AFTER_REFUSAL = 3;

/** After a refused credential: only an administrator can change the answer. */
export const PERMANENT_REFUSAL_WAIT_MS = { min: 30_000, max: 90_000 };

/**
 * After another agent of the same device took over. Both would replace each other without end if they came back at
 * once.
 */
export const SUPERSEDED_WAIT_MS = { min: 10 * 60_000, max: 15 * 60_000 };

/**
 * While a server does not know the device: perhaps its database was restored, and a whole fleet waits for what it lost.
 */
export const UNKNOWN_DEVICE_WAIT_MS = { min: 4 * 60_000, max: 6 * 60_000 };
