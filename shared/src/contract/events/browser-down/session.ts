import * as z from 'zod';
import { event } from '../../event.ts';
import { sessionEndReasons } from '../../names.ts';

export const SessionEndReason = z.enum(sessionEndReasons);
export type SessionEndReason = z.infer<typeof SessionEndReason>;

/** The socket closes right after it. */
export const consoleSessionEnded = event('session_ended', z.object({ reason: SessionEndReason }));

/**
 * Messages of the named event were dropped, because they exceeded the budget of the session; also those without an
 * acknowledgement. Null: the socket closes right after it, and the session is refused for `retry_after_ms`.
 */
export const rateLimited = event(
  'rate_limited',
  z.object({ event: z.string().nullable(), retry_after_ms: z.number().nonnegative() }),
);
