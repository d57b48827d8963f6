import * as z from 'zod';
import { event } from '../../event.ts';
import { sessionEndReasons } from '../../names.ts';

export const SessionEndReason = z.enum(sessionEndReasons);
export type SessionEndReason = z.infer<typeof SessionEndReason>;

/** The socket closes right after it. */
export const consoleSessionEnded = event('session_ended', z.object({ reason: SessionEndReason }));
