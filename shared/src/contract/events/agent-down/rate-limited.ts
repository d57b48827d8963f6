import * as z from 'zod';
import { event } from '../../event.ts';

/**
 * Messages of the named event were dropped, because they exceeded the budget of the device. The agent sends none for
 * `retry_after_ms`; one that continues is disconnected.
 */
export const RateLimited = z.object({ event: z.string(), retry_after_ms: z.number().nonnegative() });
export type RateLimited = z.infer<typeof RateLimited>;

export const rateLimited = event('rate_limited', RateLimited);
