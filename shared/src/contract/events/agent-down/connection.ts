import * as z from 'zod';
import { event } from '../../event.ts';

const TerminationReason = z.object({ reason: z.string() });

/**
 * Another socket of the same device took over. This socket is closed, and the agent waits for at least ten minutes
 * before it connects again.
 */
export const socketSuperseded = event('superseded', TerminationReason);

/** The device was deleted; the agent deletes its identity once the API has confirmed it. */
export const agentDeviceDeleted = event('deleted', TerminationReason);

/**
 * Messages of the named event were dropped, because they exceeded the budget of the device. The agent sends none for
 * `retry_after_ms`; one that continues is disconnected.
 */
export const RateLimited = z.object({ event: z.string(), retry_after_ms: z.number().nonnegative() });
export type RateLimited = z.infer<typeof RateLimited>;

export const rateLimited = event('rate_limited', RateLimited);
