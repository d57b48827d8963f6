import { z } from 'zod';
import { event } from '../../event.ts';

export const SessionEnd = z.enum(['logout', 'expired', 'deactivated', 'password_changed', 'policy', 'replaced']);
export type SessionEnd = z.infer<typeof SessionEnd>;

/** The socket closes right after it. */
export const sessionEnded = event('session_ended', z.object({ reason: SessionEnd }));
