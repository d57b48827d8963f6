import type { BackOff } from '@vigil/shared/contract/back-off';

/** Timers stand still while a device sleeps and cannot be set for weeks, so the due time is checked every hour. */
export const RENEWAL_CHECK_MS = 3_600_000;

/** A failed early renewal is not urgent: a third of the credential's life is left. */
export const RENEWAL_RETRY_MS = 300_000;

/**
 * Within this time a device asks for the valid keys after its start, and after a gateway named others; a fleet does not
 * ask at once.
 */
export const ASK_WITHIN_MS = 30_000;

/** A gateway can withhold that a key was retired, so the API is asked again however long the agent runs (CMD-9). */
export const ASK_EVERY_MS = 6 * 3_600_000;

/**
 * After an answer with other keys than the gateway names: one of the two servers has not read its keys again since they
 * were changed.
 */
export const ASK_AGAIN: BackOff = { firstMs: 60_000, maxMs: 3_600_000, jitter: 1 / 2 };
