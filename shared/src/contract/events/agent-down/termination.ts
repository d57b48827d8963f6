import * as z from 'zod';
import { event } from '../../event.ts';

const TerminationReason = z.object({ reason: z.string() });

/** Another socket of the same device took over. This socket is closed, and the agent waits for at least ten minutes before it connects again. */
export const socketSuperseded = event('superseded', TerminationReason);

/** The device was deleted; the agent deletes its identity once the API has confirmed it. */
export const agentDeviceDeleted = event('deleted', TerminationReason);
