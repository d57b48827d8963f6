import * as z from 'zod';
import { event } from '../../event.ts';
import { sessionEndReasons } from '../../names.ts';

export const SessionEnd = z.enum(sessionEndReasons);
export type SessionEnd = z.infer<typeof SessionEnd>;

/** The socket closes right after it. */
export const sessionEnded = event('session_ended', z.object({ reason: SessionEnd }));
