import * as z from 'zod';
import { event } from '../../event.ts';

/**
 * Messages of the named event were dropped, because they exceeded the budget of the session; also those without an acknowledgement.
 * Null: the socket closes right after it, and the session is refused for `retry_after_ms`.
 */
export const rateLimited = event(
  'rate_limited',
  z.object({ event: z.string().nullable(), retry_after_ms: z.number().nonnegative() }),
);
