import { z } from 'zod';
import { event } from '../../event.ts';

const TerminationReason = z.object({ reason: z.string() });

/** Another socket of the same device took over; this one closes and must not come back by itself. */
export const superseded = event('superseded', TerminationReason);

/** The device was deleted; the agent forgets itself. */
export const deleted = event('deleted', TerminationReason);
